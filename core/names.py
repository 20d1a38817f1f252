"""Names of people, sides and clubs: which are allowed, and when two are the same. Pure."""

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from core.errors import Refused

MAX_LENGTH = 80
KEY_LENGTH = 200

# Controls, lone surrogates, and the separators that break a line.
_FORBIDDEN = {"Cc", "Cs", "Zl", "Zp"}
# Characters that nobody can read: formats (bidi controls too), private and unassigned ones.
_UNREADABLE = {"Cf", "Co", "Cn"}
# Categories of invisible characters: a name made only of these is blank.
_INVISIBLE = {"Cf", "Mn", "Me", "Zs", "Cn"}
# Invisible characters of other categories: Unicode's default ignorables, and Braille's blank.
_UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
# Joiners, and the selectors of a symbol's form (text or picture). They are invisible too, but some
# scripts need them (`_is_needed`).
_JOINERS = frozenset("\u200c\u200d")
_FORMS = frozenset("\ufe0e\ufe0f")
# The most accents on one letter of any script, once the letter is composed (NFC).
MARKS = 3
_STACKED = {"Mn", "Me"}


def clean_name(raw: str, most: int = MAX_LENGTH) -> str:
    """Return the name in its stored form: NFC, trimmed, with single spaces.

    Raises `Refused`: `name_blank` when nothing visible is left, `name_too_long` beyond `most`
    characters, `name_control` when it holds a character that can't be seen or read, `name_marks`
    when a letter has more than three accents.
    """
    if any(unicodedata.category(character) in _FORBIDDEN for character in raw):
        raise Refused("name_control", "name")
    name = re.sub(r"\s+", " ", unicodedata.normalize("NFC", raw)).strip()
    if not any(map(_is_visible, name)):
        raise Refused("name_blank", "name")
    if len(name) > most:
        raise Refused("name_too_long", "name")
    if not name.isascii():
        _check_characters(name)
    return name


def _check_characters(name: str) -> None:
    """Raise `Refused` for a character that can't be read, and for accents on accents."""
    marks = 0
    for at, character in enumerate(name):
        category = unicodedata.category(character)
        if (category in _UNREADABLE or character in _UNSEEN) and not _is_needed(name, at):
            raise Refused("name_control", "name")
        marks = marks + 1 if category in _STACKED else 0
        if marks > MARKS:
            raise Refused("name_marks", "name")


def _is_needed(name: str, at: int) -> bool:
    """Return whether a joiner or a form selector is in a place where its script needs it.

    A joiner is needed before a visible character if it follows a letter of a joined script
    (Arabic), a virama or a symbol. A form selector is needed after a symbol.
    """
    before = name[at - 1] if at else ""
    if name[at] in _FORMS:
        return bool(before) and unicodedata.category(before) == "So"
    if name[at] not in _JOINERS or not before or at + 1 == len(name):
        return False
    joined = unicodedata.bidirectional(before) == "AL" or unicodedata.combining(before) == _VIRAMA
    symbol = before in _FORMS or unicodedata.category(before) in ("So", "Sk")
    return (joined or symbol) and _is_visible(name[at + 1])


_VIRAMA = 9  # the canonical combining class of a virama


def _is_visible(character: str) -> bool:
    return unicodedata.category(character) not in _INVISIBLE and character not in _UNSEEN


def without_unseen(text: str) -> str:
    """Return a text without its invisible characters: formats, and other default ignorables."""
    if text.isprintable() and _UNSEEN.isdisjoint(text):
        return text
    return "".join(
        character
        for character in text
        if unicodedata.category(character) != "Cf" and character not in _UNSEEN
    )


def clean_line(raw: str, most: int, field: str) -> str:
    """Return a free text as it is stored: one line, NFC, with single spaces; it may be empty.

    Raises `Refused` for `field`: `too_long` beyond `most` characters, `text_control` when it
    holds a control character other than a break between lines.
    """
    text = unicodedata.normalize("NFC", " ".join(raw.split()))
    if any(unicodedata.category(character) in _FORBIDDEN for character in text):
        raise Refused("text_control", field)
    if len(text) > most:
        raise Refused("too_long", field, most=most)
    return "" if all(unicodedata.category(character) in _INVISIBLE for character in text) else text


# Characters that keyboards and spreadsheets exchange for one another, and invisible ones.
_ALIKE = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u02c8\u2032\u00b4`\uff07", "'")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63\uff0d", "-")
    | dict.fromkeys("\u00ad\u200b\u2060\ufeff", "")
)


@lru_cache(8192)
def name_key(name: str) -> str:
    """Return a key equal for two spellings of one name: NFKC, case folded, look-alikes merged.

    Apostrophes become one character, hyphens and dashes another, spaces of any width a third. NFKC
    may make a name many times longer; a key too long for an index becomes its digest.
    """
    folded = unicodedata.normalize("NFKC", name.translate(_ALIKE)).casefold()
    key = " ".join(unicodedata.normalize("NFKC", folded).split())
    if len(key) <= KEY_LENGTH:
        return key
    return hashlib.sha256(key.encode()).hexdigest()


def sort_key(name: str) -> str:
    """Return the sort key of a name: « Élise » is sorted among the E."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in plain if unicodedata.category(letter) != "Mn")


# Characters that make text run from right to left, or end such a run.
_TURNING = {"R", "AL", "AN", "RLE", "RLO", "LRE", "LRO", "PDF", "RLI", "LRI", "FSI", "PDI"}
_OPEN_ISOLATE, _CLOSE_ISOLATE = "\u2068", "\u2069"


@lru_cache(4096)
def isolated(name: str) -> str:
    """Return the name as it is put in the middle of a sentence.

    Some names would reverse the text that follows (« 70 points » read as « 07 »). Such a name is
    put between Unicode's isolates. A closing isolate without an opening one could end ours, so it
    is left out.
    """
    if not any(map(turns, name)):
        return name
    return f"{_OPEN_ISOLATE}{_balanced(name)}{_CLOSE_ISOLATE}"


def turns(character: str) -> bool:
    """Return whether a character changes the direction of text, or isolates some of it."""
    return unicodedata.bidirectional(character) in _TURNING


def _balanced(name: str) -> str:
    characters, opened = [], 0
    for character in name:
        if unicodedata.bidirectional(character) in ("RLI", "LRI", "FSI"):
            opened += 1
        elif character == _CLOSE_ISOLATE:
            if not opened:
                continue
            opened -= 1
        characters.append(character)
    return "".join(characters) + _CLOSE_ISOLATE * opened


def initials(name: str) -> str:
    """Return « J.-C. D. » for « Julien-Charles Dupont ». Players may choose to be shown so."""
    words = []
    for word in name.split():
        parts = [f"{part[0].upper()}." for part in word.split("-") if part]
        words.append("-".join(parts))
    return " ".join(words)


def short_names(names: Sequence[str]) -> list[str]:
    """Return short names for the people at one table: the first name, if it is unique.

    « Anne Gagnon » and « Dan Roy » are Anne and Dan. If two first names are equal, all names get an
    initial: « Anne G. » and « Anne R. ». If two names are still equal, all are whole names.
    """
    for shorten in (_first_word, _first_and_initial):
        short = [shorten(name) for name in names]
        if len(set(short)) == len(short):
            return short
    return list(names)


def _first_word(name: str) -> str:
    return name.split()[0] if name.split() else name


def _first_and_initial(name: str) -> str:
    words = name.split()
    return f"{words[0]} {words[-1][0]}." if len(words) > 1 else name
