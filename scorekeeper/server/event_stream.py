"""The text of server-sent events, and its compression.

A compressed stream is one gzip stream that never ends. Each event in it is compressed for itself,
and ends on a whole byte (a full flush), so the same bytes are sent to all who watch, and no stream
has a compressor of its own. Nothing secret is in them, so their length reveals nothing (BREACH).
"""

import re
import zlib

# What a gzip stream begins with: deflated, no name, no time, of an unknown system.
GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
LINE_END = re.compile(r"\r\n|\r|\n")
ACCEPTS_GZIP = re.compile(rb"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


class StreamEvent:
    """An event as it is sent, plain or compressed: the same object to all who are sent it."""

    __slots__ = ("_packed", "_plain")

    def __init__(self, plain: bytes) -> None:
        self._plain = plain
        self._packed: bytes | None = None

    @classmethod
    def of(cls, name: str, data: str) -> "StreamEvent":
        """Return an event with its data, of any number of lines."""
        lines = "".join(f"data: {line}\n" for line in LINE_END.split(data))
        return cls(f"event: {name}\n{lines}\n".encode())

    def sent(self, *, gzip: bool) -> bytes:
        """Return what is sent in a compressed stream, or in a plain one."""
        if not gzip:
            return self._plain
        if self._packed is None:
            self._packed = packed(self._plain)
        return self._packed


def packed(text: bytes) -> bytes:
    """Return a part of a gzip stream that can follow any other."""
    deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return deflate.compress(text) + deflate.flush(zlib.Z_FULL_FLUSH)


def accepts_gzip(headers: list[tuple[bytes, bytes]]) -> bool:
    """Say whether a browser reads compressed streams."""
    return bool(ACCEPTS_GZIP.search(dict(headers).get(b"accept-encoding", b"")))
