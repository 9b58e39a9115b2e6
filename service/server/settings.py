"""How the server is set up: defaults, then a TOML file, then the environment, the last one wins."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from kb.errors import UsageError
from kb.home import home_dir
from kb.misfits import Misfit, misfits
from service.server.limits.requests import parse_limits

PREFIX = "HEADJUDGE_"
FILE = "HEADJUDGE_SETTINGS"
NAME = "headjudge.toml"
SHORTEST_TOKEN = 16


class Settings(BaseModel):
    """What `headjudge serve` can be told. Each field is `HEADJUDGE_` and its name in the environment."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str = Field(default="127.0.0.1", description="address to listen on")
    port: int = Field(default=8321, ge=0, le=65535, description="port to listen on, 0 takes a free one")
    threads: int = Field(default=8, ge=1, le=64, description="requests at a time, of each process")
    workers: int = Field(default=1, ge=1, le=64, description="processes; one is waitress', several are gunicorn's")
    connections: int = Field(default=1500, ge=10, le=50_000, description="connections at a time, waiting ones included")
    address_connections: int = Field(
        default=200, ge=0, le=50_000, description="connections of one address at a time, 0 for as many as there are"
    )
    idle_limit: int = Field(
        default=30, ge=1, le=3600, description="seconds of silence, and for a request to come whole"
    )
    time_limit: float = Field(default=1.0, gt=0, le=60, description="seconds that a check may compute")
    body_limit: int = Field(default=65_536, ge=1024, le=16_777_216, description="bytes of a request's body at most")
    exports: int = Field(default=4, ge=1, le=64, description="exports sent at a time, half of them to one address")
    rate_limit: str = Field(
        default="60/second;1200/minute", description="requests of one address, joined by semicolons; `off` for none"
    )
    proxies: int = Field(
        default=0, ge=0, le=5, description="reverse proxies in front, whose X-Forwarded-For is believed"
    )
    cors: str = Field(default="*", description="origins that may read the API, separated by blanks; empty for none")
    admin_token: str = Field(default="", description="bearer token of the admin routes; without one they do not exist")
    url: str = Field(default="", description="address that links in messages begin with (default: the one asked)")
    discord_key: str = Field(default="", description="public key of a Discord application; opens `/bots/discord`")
    slack_secret: str = Field(default="", description="signing secret of a Slack application; opens `/bots/slack`")
    reader: Literal["auto", "words", "assistant"] = Field(
        default="auto", description="who reads questions; `auto` is the language model where there is one, else words"
    )
    assistant_url: str = Field(
        default="", description="address of a server that speaks the OpenAI chat protocol, to /v1; questions go there"
    )
    assistant_model: str = Field(default="default", description="the language model's name, as that server has it")
    assistant_key: str = Field(default="", repr=False, description="key of that server; never logged")
    assistant_timeout: float = Field(
        default=8.0, gt=0, le=120, description="seconds that the language model may take for a question"
    )
    log_questions: bool = Field(default=False, description="whether question texts and addresses' paths are logged")

    @field_validator("rate_limit")
    @classmethod
    def _limits(cls, value: str) -> str:
        return value if parse_limits(value) else "off"

    @field_validator("assistant_url")
    @classmethod
    def _web_address(cls, value: str) -> str:
        if value and not value.startswith(("http://", "https://")):
            raise ValueError("an address that begins with http:// or https://")
        return value

    @model_validator(mode="after")
    def _reachable(self) -> Settings:
        if self.reader == "assistant" and not self.assistant_url:
            raise ValueError("the reader is the assistant: it needs an assistant_url")
        return self

    @field_validator("admin_token")
    @classmethod
    def _long_enough(cls, value: str) -> str:
        if value and len(value) < SHORTEST_TOKEN:
            raise ValueError(f"at least {SHORTEST_TOKEN} characters")
        return value


def load_settings(environ: Mapping[str, str] | None = None, file: Path | None = None) -> Settings:
    """The settings of an environment (the process' own) and a file: `file`, else the one that HEADJUDGE_SETTINGS
    names, else headjudge.toml in the home folder where there is one.

    UsageError naming each setting that is unknown or does not fit, without its value, and a file that cannot be read.
    """
    environ = os.environ if environ is None else environ
    found = from_file(chosen_file(environ, file))
    found |= {name: value for name in Settings.model_fields if (value := environ.get(f"{PREFIX}{name.upper()}"))}
    try:
        return Settings(**found)
    except ValidationError as error:
        raise UsageError("the settings do not fit: " + "; ".join(_said(each) for each in misfits(error))) from None


def chosen_file(environ: Mapping[str, str], file: Path | None) -> Path | None:
    """The settings file to read, None for none."""
    if file is not None:
        return file
    if named := environ.get(FILE):
        return Path(named).expanduser()
    usual = home_dir(Path(environ["HEADJUDGE_HOME"]).expanduser() if environ.get("HEADJUDGE_HOME") else None) / NAME
    return usual if usual.is_file() else None


def from_file(path: Path | None) -> dict[str, Any]:
    """What a TOML file sets; UsageError where it cannot be read."""
    if path is None:
        return {}
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"the settings file {path} cannot be read: {error}") from error


def _said(found: Misfit) -> str:
    if found.place and found.place[0] not in Settings.model_fields:
        return f"{found.place[0]}: there is no such setting; there are {', '.join(Settings.model_fields)}"
    return found.said("together it")
