"""The text of server-sent events, and its compression.

A compressed stream is one gzip stream that never ends. Each event is compressed by itself, and ends
on a whole byte (a full flush). So all streams send the same bytes, and none needs a compressor of
its own. Events contain no secret, so that their length reveals nothing (BREACH).
"""

import re
import zlib

# The header of a gzip stream: deflate, no name, no time, system unknown.
GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
LINE_END = re.compile(r"\r\n|\r|\n")
ACCEPTS_GZIP = re.compile(rb"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


class StreamEvent:
    """The bytes of an event, plain and compressed; compressed once for all streams."""

    __slots__ = ("_packed", "_plain")

    def __init__(self, plain: bytes) -> None:
        self._plain = plain
        self._packed: bytes | None = None

    @classmethod
    def of(cls, name: str, data: str) -> "StreamEvent":
        """Return an event. Its data may have any number of lines."""
        lines = "".join(f"data: {line}\n" for line in LINE_END.split(data))
        return cls(f"event: {name}\n{lines}\n".encode())

    def sent(self, *, gzip: bool) -> bytes:
        """Return the bytes to send in a compressed stream, or in a plain one."""
        if not gzip:
            return self._plain
        if self._packed is None:
            self._packed = packed(self._plain)
        return self._packed


def packed(text: bytes) -> bytes:
    """Return a text as a part of a gzip stream; parts can follow in any order."""
    deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return deflate.compress(text) + deflate.flush(zlib.Z_FULL_FLUSH)


def accepts_gzip(headers: list[tuple[bytes, bytes]]) -> bool:
    """Return whether the browser accepts compressed streams."""
    return bool(ACCEPTS_GZIP.search(dict(headers).get(b"accept-encoding", b"")))
