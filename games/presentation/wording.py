"""Turns coded notes, errors and facts into sentences of the reader's language."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.formats import get_format
from django.utils.translation import get_language, gettext_lazy

from core.names import isolated
from games.refusals import TABLE
from games.registry.game import Text
from games.sheet import Score

SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUIT_NAMES: dict[str, Text] = {
    "spades": gettext_lazy("pique"),
    "hearts": gettext_lazy("cœur"),
    "diamonds": gettext_lazy("carreau"),
    "clubs": gettext_lazy("trèfle"),
}
FACES: dict[str, Text] = {
    "J": gettext_lazy("V"),
    "Q": gettext_lazy("D"),
    "K": gettext_lazy("R"),
}
JOKERS: dict[str, Text] = {"X1": gettext_lazy("joker 1"), "X2": gettext_lazy("joker 2")}
# The sentences for a choice between two values, for a range, and for an error code that has no
# sentence.
EITHER = gettext_lazy("%(first)s ou %(second)s")
SPAN = gettext_lazy("de %(lowest)s à %(highest)s")
UNKNOWN = gettext_lazy("Cette saisie n'est pas permise (%(code)s).")
NARROW_SPACE = "\u202f"
MINUS = "\u2212"


@dataclass(frozen=True, slots=True)
class Names:
    """The values that fill sentences: the names of seats and sides, and the game's words for its
    codes.
    """

    seats: Sequence[str] = ()
    sides: Sequence[str] = ()
    terms: Mapping[str, Text] = field(default_factory=dict)
    _cache: dict[str, str] = field(default_factory=dict)

    def seat(self, number: Any) -> str:
        """Return the name at a seat, or the seat's number counted from one."""
        return _name_at(self.seats, number)

    def side(self, number: Any) -> str:
        """Return the name of a side, or the side's number counted from one."""
        return _name_at(self.sides, number)


def _name_at(names: Sequence[str], number: Any) -> str:
    if isinstance(number, int) and 0 <= number < len(names):
        return isolated(names[number])
    return str(number + 1) if isinstance(number, int) else str(number)


def sentence(text: Text, params: Mapping[str, Any], names: Names) -> str:
    """Return a sentence filled with `params`. Numbers are written as figures.

    Parameters named `seat`, `side`, `card`, `cards` and `suit` become names. A `span`, which is two
    bounds, becomes « de 5 à 30 », or one figure if both are equal. `either` becomes « 5 ou 10 ».
    """
    template = _translated(text)
    texts = {key: _param_text(key, value, names) for key, value in params.items()}
    if not template:  # it has a singular and a plural: a number among the parameters decides
        return str(text % {key: _Counted.of(params[key], texts[key]) for key in texts})
    if not params:
        # A sentence without placeholders is not filled, so its doubled percent signs must be
        # replaced.
        return template.replace("%%", "%")
    return template % texts


class _Counted(int):
    """A number that chooses between singular and plural, and is written as a figure."""

    text: str

    @classmethod
    def of(cls, value: Any, text: str) -> Any:
        if not isinstance(value, int):
            return text
        counted = cls(abs(value))
        counted.text = text
        return counted

    def __str__(self) -> str:
        return self.text


# A cache of translated texts. A sheet uses the same dozen sentences again and again, and gettext
# takes longer than the rest of a line. Each text is stored with its translation, so that no other
# text can get the same `id`.
_TRANSLATIONS: dict[tuple[str | None, int], tuple[Text, str]] = {}


def _translated(text: Text) -> str:
    if isinstance(text, str):
        return text
    key = (get_language(), id(text))
    known = _TRANSLATIONS.get(key)
    if known is None:
        known = _TRANSLATIONS[key] = (text, str(text))
    return known[1]


def _param_text(key: str, value: Any, names: Names) -> str:
    shower = _SHOWERS.get(key)
    if shower is not None:
        return shower(value, names)
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return _translated(names.terms.get(value, value)) if isinstance(value, str) else str(value)
    return figure(value)


def figure(value: Score | None) -> str:
    """Return a number as a score sheet writes it: « 10 000 », « −70 », « 9,5 »."""
    if value is None:
        return ""
    if isinstance(value, int) and -1000 < value < 1000:
        return str(value).replace("-", MINUS)
    whole, _point, rest = f"{abs(Decimal(value)):.2f}".partition(".")
    text = _grouped(whole)
    if rest.rstrip("0"):
        text += get_format("DECIMAL_SEPARATOR") + rest.rstrip("0")
    return MINUS + text if value < 0 else text


def rounded(value: float | Fraction, places: int) -> Decimal:
    """Return a number rounded to `places` decimals, for `figure`."""
    return Decimal(round(value * 10**places)).scaleb(-places)


def _grouped(digits: str) -> str:
    return f"{int(digits):,}".replace(",", thousands())


def thousands() -> str:
    """Return the separator of thousands in the reader's language."""
    # Django's French separator is a wide no-break space, but a sheet uses the narrow one.
    return str(get_format("THOUSAND_SEPARATOR")).replace("\xa0", NARROW_SPACE)


# The spaces that may separate thousands. The plain space is left out, because it may stand between
# two numbers.
_THIN = "\u00a0\u2007\u2009\u202f"
_HELD = re.compile(rf"(?<=\d)[{_THIN}](?=\d{{3}}(?!\d))")


def plain_figures(text: str) -> str:
    """Return a page's text with its numbers, as written by `figure`, in the form that programs
    read.
    """
    return _HELD.sub("", text.replace(MINUS, "-"))


def plain_figure(text: str) -> str:
    """Return a typed number as a text that `Decimal` reads, in spite of its minus, spaces and
    comma.

    If the text is not a number, the result is a text that `Decimal` refuses.
    """
    plain = text.strip().replace("\u2013", "-").replace("\u2011", "-")
    plain = re.sub(rf"[ {_THIN}]", " ", plain_figures(plain))
    apart = re.escape(str(get_format("THOUSAND_SEPARATOR"))).replace("\xa0", " ")
    if re.fullmatch(rf"[+-]? ?[1-9]\d{{0,2}}(?:(?: |{apart})\d{{3}})+(?:[.,]\d+)?", plain):
        plain = re.sub(rf"(?: |{apart})(?=\d{{3}}(?!\d))", "", plain)
    return plain.replace("- ", "-").replace(",", ".")


def signed(value: Score | None) -> str:
    """Return a difference with its sign: « +40 », « −70 », « 0 »."""
    text = figure(value)
    return f"+{text}" if value is not None and value > 0 else text


def card_name(code: str) -> str:
    """Return « 10♥ » for `10H`, with the reader's letters for the faces."""
    if code in JOKERS:
        return str(JOKERS[code])
    rank, suit = str(code)[:-1], str(code)[-1:]
    if suit not in SUIT_SIGNS:
        return str(code)
    return f"{rank_name(rank)}{SUIT_SIGNS[suit]}"


def rank_name(rank: str) -> str:
    """Return the letter of a face in the reader's language, « R » for a king; other ranks
    unchanged.
    """
    return str(FACES.get(rank, rank))


def span(value: Sequence[Score]) -> str:
    """Return two bounds in words, « de 5 à 30 », or only one figure if they are equal."""
    lowest, highest = (figure(bound) for bound in value)
    if lowest == highest:
        return lowest
    return str(SPAN) % {"lowest": lowest, "highest": highest}


def either(values: Sequence[Score | str]) -> str:
    """Return the possible choices: « 700 ou 800 », « 1-5-5 », « 3-4-5 ou 4-5-6 »."""
    texts = [value if isinstance(value, str) else figure(value) for value in values]
    text = texts[0]
    for other in texts[1:]:
        text = str(EITHER) % {"first": text, "second": other}
    return text


_SHOWERS: dict[str, Callable[[Any, Names], str]] = {
    "seat": lambda value, names: names.seat(value),
    "side": lambda value, names: names.side(value),
    "card": lambda value, names: card_name(value),
    "cards": lambda value, names: ", ".join(card_name(card) for card in value),
    "suit": lambda value, names: str(SUIT_NAMES.get(value, value)),
    "span": lambda value, names: span(value),
    "either": lambda value, names: either(value),
}


def error_sentence(
    errors: Mapping[str, Text], code: str, params: Mapping[str, Any], names: Names
) -> str:
    """Return the sentence of an error, from the game's words or from the words common to all
    games.
    """
    text = errors.get(code) or TABLE.get(code)
    if text is None:
        return str(UNKNOWN) % {"code": code}
    return sentence(text, params, names)
