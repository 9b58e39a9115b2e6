"""A request as it comes: what cannot be read is 400, and what ends in two ways is refused before it can be read twice.

waitress alone closes the connection without a word, and with a traceback in the log, where an address or a length
makes Python's own functions fail; waits for ever for the body of a request that has none and says `Expect`; and reads
a request that tells its end in two ways, which a proxy in front may read the other way.
"""

from __future__ import annotations

from waitress.parser import HTTPRequestParser, ParsingError


class Request(HTTPRequestParser):  # type: ignore[misc]
    """One request of a connection, while it comes and once it is whole."""

    def parse_header(self, header_plus: bytes) -> None:
        """Read the first line and the headers; ParsingError where they are no request's."""
        try:
            super().parse_header(header_plus)
        except ValueError:  # an address such as http://[, a length of more digits than Python reads
            raise ParsingError("Bad URI or Content-Length") from None
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            raise ParsingError("Content-Length beside Transfer-Encoding")
        if "TRANSFER_ENCODING" in self.headers:  # waitress takes it out where the version knows it
            raise ParsingError(f"Transfer-Encoding in HTTP/{self.version}")
        if self.body_rcv is None:
            self.expect_continue = False

    def received(self, data: bytes) -> int:
        """Take what came; how much of it belongs to this request. A refused one is not told to go on."""
        taken = int(super().received(data))
        if self.error:
            self.expect_continue = False
        return taken
