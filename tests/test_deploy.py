"""What is shipped beside the code: the unit shuts what it does not need, the list of what is installed is whole."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
EXPOSED_AT_MOST = 2.5


def test_the_unit_bounds_what_it_may_take() -> None:
    unit = (DEPLOY / "headjudge.service").read_text("utf-8")
    for limit in ("MemoryMax", "TasksMax", "LimitNOFILE", "SystemCallFilter", "CapabilityBoundingSet"):
        assert re.search(rf"^{limit}=", unit, re.MULTILINE), limit


def test_the_unit_is_hardly_exposed() -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze here")
    command = ["systemd-analyze", "security", "--offline=yes", "--no-pager", str(DEPLOY / "headjudge.service")]
    said = subprocess.run(command, capture_output=True, text=True).stdout
    level = re.search(r"exposure level for \S+ ([0-9.]+)", said)
    if level is None:
        pytest.skip("this systemd-analyze does not look at files")
    assert float(level[1]) <= EXPOSED_AT_MOST


def test_the_image_copies_no_more_than_it_needs() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert "*" in ignored
    copied = {line[1:] for line in ignored if line.startswith("!")}
    assert not copied & {".git", ".venv", "tests", "docs"}
    assert {"kb", "ingest", "service", "corpus", "NOTICE"} <= copied


def test_the_image_is_made_from_a_base_that_is_told_by_its_digest() -> None:
    image = (DEPLOY / "Containerfile").read_text("utf-8")
    assert re.search(r"^ARG PYTHON=python:3\.11\.\d+-slim-bookworm@sha256:[0-9a-f]{64}$", image, re.MULTILINE)
    assert set(re.findall(r"^FROM (\S+)", image, re.MULTILINE)) == {"${PYTHON}"}


def test_the_list_of_what_is_installed_names_each_package_once_with_its_licence() -> None:
    ran = subprocess.run([sys.executable, str(DEPLOY / "sbom.py")], capture_output=True, text=True, check=True)
    bill = json.loads(ran.stdout)
    assert (bill["bomFormat"], bill["metadata"]["component"]["name"]) == ("CycloneDX", "headjudge")
    names = [each["name"] for each in bill["components"]]
    assert len(names) == len(set(names))
    assert {"flask", "waitress", "clingo", "spacy"} <= set(names)
    licensed = [each for each in bill["components"] if each.get("licenses")]
    assert len(licensed) > 0.9 * len(names)


def test_the_image_installs_the_versions_that_are_pinned_each_file_by_its_sum() -> None:
    image = (DEPLOY / "Containerfile").read_text("utf-8")
    assert "--require-hashes -r deploy/requirements.lock" in image
    assert "!deploy/requirements.lock" in (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    text = (DEPLOY / "requirements.lock").read_text("utf-8").replace("\\\n", " ")
    locked = {}
    for line in text.splitlines():
        name, version = re.match(r"([a-z0-9-]+)==([^\s;]+)", line).groups()  # type: ignore[union-attr]
        assert re.search(r"--hash=sha256:[0-9a-f]{64}( |$)", line), f"{name} has no sum"
        locked[name] = version
    pinned = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()[1:])
    for name in sorted(locked.keys() & pinned.keys()):
        assert locked[name] == pinned[name], f"{name}: constraints.txt says {pinned[name]}: run `make lock`"
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    assert {re.match(r"[\w-]+", each)[0].lower() for each in needed} <= locked.keys()  # type: ignore[index]
    assert "hatchling" in locked  # what builds the project itself


def test_what_runs_beyond_one_machine_is_bounded_and_nobody_is_root() -> None:
    services = yaml.safe_load((DEPLOY / "scale" / "compose.yaml").read_text("utf-8"))["services"]
    assert {"primary", "replica", "one", "two", "proxy", "build"} == set(services)
    assert all("mem_limit" in each for each in services.values())
    assert all(
        services[each]["read_only"] and services[each]["cap_drop"] == ["ALL"] for each in ("one", "two", "build")
    )
    found = list(yaml.safe_load_all((DEPLOY / "scale" / "kubernetes.yaml").read_text("utf-8")))
    pods = [each["spec"]["template"]["spec"] for each in found if each["kind"] in ("Deployment", "Job")]
    assert len(pods) == 2
    for pod in pods:
        assert pod["securityContext"]["runAsNonRoot"]
        for container in pod["containers"]:
            assert "memory" in container["resources"]["limits"]
            assert container["securityContext"]["readOnlyRootFilesystem"]
            assert container["args"][0] == "headjudge"
    [served] = [each for pod in pods for each in pod["containers"] if each["name"] == "serve"]
    assert {"startupProbe", "livenessProbe", "readinessProbe"} <= set(served)


@pytest.mark.parametrize("told", ["SECURITY.md", "docs/attacks.md"])
def test_every_test_that_is_named_against_an_attack_is_there(told: str) -> None:
    there = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")}
    named = set(re.findall(r"[\w/]*test_\w+\.py", (ROOT / told).read_text("utf-8")))
    assert {name for name in named if not any(f"/{path}".endswith(f"/{name}") for path in there)} == set()
