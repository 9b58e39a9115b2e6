"""The server over standard input and output; a line that is no message is answered with an error, not with silence."""

from __future__ import annotations

import json
from typing import Any

import anyio
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.stdio import stdio_server
from mcp.shared._context_streams import create_context_streams
from mcp.shared.message import SessionMessage
from mcp_types import CallToolResult, ErrorData, InputRequiredResult, JSONRPCError, RequestId
from pydantic import ValidationError

from service.mcp.taken.refusals import refused

PARSE_ERROR, INVALID_REQUEST = -32700, -32600


class Server(MCPServer[Any]):
    """The protocol's server; arguments that a tool cannot take are refused in sentences."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """What the tool gives back."""
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            [tool] = [each for each in await self.list_tools() if each.name == name]
            known = list(tool.input_schema["properties"])
            raise ToolError(refused(name, error.__cause__, known, arguments)) from error.__cause__

    async def run_stdio_async(self) -> None:
        """Serve until standard input ends."""
        async with stdio_server() as (read, write), anyio.create_task_group() as group:
            sent, kept = create_context_streams[SessionMessage | Exception](0)

            async def sift() -> None:
                async with sent:
                    async for each in read:
                        if isinstance(each, Exception):
                            await write.send(SessionMessage(refusal(each)))
                        else:
                            await sent.send(each)

            group.start_soon(sift)
            server = self._lowlevel_server
            await server.run(kept, write, server.create_initialization_options())
            group.cancel_scope.cancel()


def refusal(error: Exception) -> JSONRPCError:
    """What is answered to a line that is no message: -32700 where it is no JSON, else -32600, with its id where it has
    one."""
    problems = error.errors() if isinstance(error, ValidationError) else []
    if any(each["type"] == "json_invalid" for each in problems) or not problems:
        return _error(PARSE_ERROR, "the line is no JSON", None)
    told = next((each["input"] for each in problems if isinstance(each["input"], dict)), {})
    identifier = told.get("id")
    known = identifier if isinstance(identifier, str | int) and not isinstance(identifier, bool) else None
    return _error(INVALID_REQUEST, f"this is no message of JSON-RPC 2.0: {json.dumps(told)[:200]}", known)


def _error(code: int, message: str, identifier: RequestId | None) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=identifier, error=ErrorData(code=code, message=message))
