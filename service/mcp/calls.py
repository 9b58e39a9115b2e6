"""A tool as the protocol calls it: beside the event loop, its own errors told in one sentence, and a sign of life each
second while it computes."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import anyio
from anyio import to_thread
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError

from kb.errors import HeadjudgeError

EVERY_S = 1.0
Tool = Callable[..., Any]


def called(tool: Tool, every_s: float = EVERY_S) -> Callable[..., Awaitable[Any]]:
    """The tool as a coroutine, which reports its progress to a client that asks for it."""

    async def call(ctx: Context[Any, Any], **given: Any) -> Any:
        async with anyio.create_task_group() as group:
            group.start_soon(_reporting, ctx, every_s)
            told = await to_thread.run_sync(partial(_told, tool, given), abandon_on_cancel=True)
            group.cancel_scope.cancel()
        if isinstance(told, HeadjudgeError):
            raise ToolError(str(told)) from told
        return told

    signature = inspect.signature(tool, eval_str=True)
    context = inspect.Parameter("ctx", inspect.Parameter.KEYWORD_ONLY, annotation=Context)
    call.__name__, call.__doc__ = tool.__name__, inspect.getdoc(tool)
    call.__signature__ = signature.replace(parameters=[*signature.parameters.values(), context])  # type: ignore[attr-defined]
    call.__annotations__ = {each.name: each.annotation for each in signature.parameters.values()} | {
        "ctx": Context,
        "return": signature.return_annotation,
    }
    return call


def _told(tool: Tool, given: dict[str, Any]) -> Any:
    """What the tool gives back, or its own error: raised inside the group it would come out in a group of errors."""
    try:
        return tool(**given)
    except HeadjudgeError as error:
        return error


async def _reporting(ctx: Context[Any, Any], every_s: float) -> None:
    """Say each second that the call is being worked on; what nobody listens to is dropped."""
    spent = 0.0
    while True:
        await anyio.sleep(every_s)
        spent += every_s
        await ctx.report_progress(spent, None, "reading and computing")
