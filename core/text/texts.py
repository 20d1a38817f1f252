"""Reads text files of spreadsheets in the encoding in which they are written. Pure.

Excel in French writes Windows-1252 or UTF-16. A file whose encoding is not sure is refused,
because its names would be wrong for ever.
"""

import codecs
import re

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    # UTF-32 comes before UTF-16, because a byte-order mark of UTF-32 begins with a mark of
    # UTF-16.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# The first bytes of the spreadsheet formats that are not text, new and old.
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
# The characters that follow « Ã » if UTF-8 is read as Windows-1252, as in « Ã© » for « é ». They
# are the continuation bytes of UTF-8.
_FOLLOWING = "".join(
    character
    for byte in range(0x80, 0xC0)
    if (character := bytes([byte]).decode("cp1252", errors="ignore"))
)
_MISREAD = re.compile(f"\ufffd|[\u00c2-\u00c3][{re.escape(_FOLLOWING)}]|\u00e2\u20ac")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
# Patterns that prove that a text is not in Windows-1252, although it was read so: a symbol
# inside a word, or one of the capitals Š, Ž, Ÿ after a small letter.
_FOREIGN = re.compile(
    "[^\\W\\d_][\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u2039\u201c\u201d\u2022\u02dc\u2122\u203a"
    "\u00a1-\u00a9\u00ac\u00ae-\u00b3\u00b5\u00b6\u00b8\u00b9\u00bc-\u00bf][^\\W\\d_]"
    "|[a-z][\u0160\u017d\u0178]"
)


class NotText(ValueError):
    """Raised for a file that can't be read as text. `code` is `workbook` or `encoding`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def text_of(data: bytes) -> str:
    """Return the text of a file in one of the usual encodings.

    Raise `NotText` for a workbook, or if the encoding is not recognised.
    """
    if data.startswith(_WORKBOOKS):
        raise NotText("workbook")
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), None)
    try:
        text = data.decode(encoding or _unmarked(data))
    except UnicodeDecodeError:
        if encoding is not None:
            raise NotText("encoding") from None
        text = _windows(data)
    if _CONTROLS.search(text):
        raise NotText("encoding")
    return text


def _unmarked(data: bytes) -> str:
    """Return the encoding of a text without a byte-order mark.

    It is UTF-16 if most bytes at every second place are zero, else UTF-8.
    """
    for start, name in ((1, "utf-16-le"), (0, "utf-16-be")):
        if len(data) > 1 and not len(data) % 2 and data[start::2].count(0) * 2 > len(data) // 2:
            return name
    return "utf-8"


def _windows(data: bytes) -> str:
    """Return the text read as Windows-1252. Raise `NotText` if it can't be in this encoding."""
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        raise NotText("encoding") from None
    if _FOREIGN.search(text):
        raise NotText("encoding")
    return text


def misread(text: str) -> bool:
    """Return whether a text looks as if it was once read in the wrong encoding."""
    return _MISREAD.search(text) is not None
