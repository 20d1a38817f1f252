"""Names of people, sides and clubs: which are allowed, and when two are the same. Pure."""

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from core.errors import Refused

MAX_LENGTH = 80
KEY_LENGTH = 200

# Categories of characters that are refused: controls, lone surrogates, and line separators.
_FORBIDDEN = {"Cc", "Cs", "Zl", "Zp"}
# Categories of characters that nobody can read: formats (including bidi controls), private and
# unassigned characters.
_UNREADABLE = {"Cf", "Co", "Cn"}
# Categories of invisible characters. A name that consists only of these is blank.
_INVISIBLE = {"Cf", "Mn", "Me", "Zs", "Cn"}
# Invisible characters of other categories: Unicode's default ignorables, and Braille's blank.
_UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
# Joiners, and the selectors that show a symbol as text or as a picture. These characters are
# also invisible, but some scripts need them (`_is_needed`).
_JOINERS = frozenset("\u200c\u200d")
_FORMS = frozenset("\ufe0e\ufe0f")
# The most accents that a letter of any script may have after composition (NFC).
MARKS = 3
_STACKED = {"Mn", "Me"}


def clean_name(raw: str, most: int = MAX_LENGTH) -> str:
    """Return the name in its stored form: NFC, trimmed, with single spaces.

    Raise `Refused` with `name_blank` if nothing visible is left, `name_too_long` if it has more
    than `most` characters, `name_control` if it has a character that can't be seen or read, or
    `name_marks` if a letter has more than three accents.
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
    """Raise `Refused` for a character that can't be read, or for too many accents on a letter."""
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
    """Return a free text in its stored form: one line, NFC, single spaces. It may be empty.

    Raise `Refused` on `field` with `too_long` if the text has more than `most` characters, or
    `text_control` if it has a control character other than a line break.
    """
    text = unicodedata.normalize("NFC", " ".join(raw.split()))
    if any(unicodedata.category(character) in _FORBIDDEN for character in text):
        raise Refused("text_control", field)
    if len(text) > most:
        raise Refused("too_long", field, most=most)
    return "" if all(unicodedata.category(character) in _INVISIBLE for character in text) else text


# Variants of apostrophes and dashes, which keyboards and spreadsheets exchange, and invisible
# characters.
_ALIKE = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u02c8\u2032\u00b4`\uff07", "'")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63\uff0d", "-")
    | dict.fromkeys("\u00ad\u200b\u2060\ufeff", "")
)


@lru_cache(8192)
def name_key(name: str) -> str:
    """Return a key that is equal for two spellings of one name.

    The key is in NFKC and case folded, and look-alikes are merged: apostrophes become one
    character, hyphens and dashes another, spaces of any width a third. NFKC may make a name many
    times longer; a key too long for an index becomes its digest.
    """
    folded = unicodedata.normalize("NFKC", name.translate(_ALIKE)).casefold()
    key = " ".join(unicodedata.normalize("NFKC", folded).split())
    if len(key) <= KEY_LENGTH:
        return key
    return hashlib.sha256(key.encode()).hexdigest()


# Letters that are no letter with a mark, but are typed as plain ones.
_PLAIN = str.maketrans(
    {"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)


@lru_cache(8192)
def search_key(name: str) -> str:
    """Return a name as it is searched for: its letters and digits alone, without accents or case.

    « Jean-Luc d'Œuvre » is « jeanlucdoeuvre », so that it is found however it is typed. A name
    without letters keeps its `name_key`.
    """
    letters = unicodedata.normalize("NFKD", name.casefold().translate(_PLAIN))
    return "".join(filter(str.isalnum, letters))[:KEY_LENGTH] or name_key(name)


def list_keys(name: str) -> dict[str, str]:
    """Return both keys of a name, by the names of the columns of a list that store them."""
    key = name_key(name)
    return {"name_key": key, "search_key": search_key(key)}


def search_words(text: str) -> list[str]:
    """Return the words of a typed text, each as a part of the `search_key` of a name.

    A name is found if its key contains all of them, in whatever order they were typed.
    """
    words = re.split(r"[\s\-\u2010-\u2015.,]+", text.strip())
    return list(dict.fromkeys(search_key(word) for word in words if word))


def sort_key(name: str) -> str:
    """Return the sort key of a name, in which « Élise » is sorted among the names with E."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in plain if unicodedata.category(letter) != "Mn")


# Characters that make text run from right to left, or end such a run.
_TURNING = {"R", "AL", "AN", "RLE", "RLO", "LRE", "LRO", "PDF", "RLI", "LRI", "FSI", "PDI"}
_OPEN_ISOLATE, _CLOSE_ISOLATE = "\u2068", "\u2069"


@lru_cache(4096)
def isolated(name: str) -> str:
    """Return the name in the form in which it may stand in the middle of a sentence.

    Some names would reverse the text that follows (« 70 points » read as « 07 »). Such a name is
    put between two Unicode isolates. If the name has a closing isolate without an opening one,
    this one is left out, because it would end the isolation too early.
    """
    if not any(map(turns, name)):
        return name
    return f"{_OPEN_ISOLATE}{_balanced(name)}{_CLOSE_ISOLATE}"


def turns(character: str) -> bool:
    """Return whether a character changes the direction of text, or begins or ends an isolate."""
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
    """Return the initials of a name: « J.-C. D. » for « Julien-Charles Dupont »."""
    words = []
    for word in name.split():
        parts = [f"{part[0].upper()}." for part in word.split("-") if part]
        words.append("-".join(parts))
    return " ".join(words)


def short_names(names: Sequence[str]) -> list[str]:
    """Return short names for the people at one table: their first names, if they all differ.

    « Anne Gagnon » and « Dan Roy » become Anne and Dan. If two first names are equal, all names
    get an initial: « Anne G. » and « Anne R. ». If two of these are still equal, all names stay
    complete.
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
