"""Rulesets and entries of the jeu du 10 for the tests: plain objects, no database."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

from games.dix.engine.scoring import replay
from games.dix.presets import PRESETS
from games.sheet import RuleError, Scoresheet

FIELDS = ("bidder", "bid", "partie", "taken", "defenders_bid", "trump", "auction", "tricks")
VALUES = {preset.slug: preset.values for preset in PRESETS}


def rules(preset: str = "traditionnel", **changes: Any) -> SimpleNamespace:
    """A preset's ruleset with some fields changed; seat 3 deals first, so seat 0 speaks first."""
    return SimpleNamespace(**{"first_dealer": 3, **VALUES[preset], **changes})


def entry(**fields: Any) -> SimpleNamespace:
    """Return a hand; a field that is not given is None."""
    assert set(fields) <= set(FIELDS)
    return SimpleNamespace(**{name: fields.get(name) for name in FIELDS})


def hand(bidder: int, bid: int, taken: int, **fields: Any) -> SimpleNamespace:
    """A hand with a number bid."""
    return entry(bidder=bidder, bid=bid, taken=taken, **fields)


def partie(bidder: int, taken: int, **fields: Any) -> SimpleNamespace:
    """A hand with « la partie » bid."""
    return entry(bidder=bidder, partie=True, taken=taken, **fields)


def calls(*spoken: int | str | None, first: int = 0) -> list[dict[str, Any]]:
    """An auction in turn order from seat `first`; None skips a seat that has passed."""
    return [
        {"seat": (first + turn) % 4, "call": call}
        for turn, call in enumerate(spoken)
        if call is not None
    ]


def sheet(*entries: SimpleNamespace, using: SimpleNamespace | None = None) -> Scoresheet:
    """Replay those hands, under the traditional rules by default; return the scoresheet."""
    return replay(using or rules(), 4, list(entries))


def totals(*entries: SimpleNamespace, using: SimpleNamespace | None = None) -> list[tuple]:
    """Return the scores after each hand, side 0 then side 1."""
    return [line.totals for line in sheet(*entries, using=using).lines]


def refusal(*entries: SimpleNamespace, using: SimpleNamespace | None = None) -> tuple:
    """Return the (code, field, line number) of a match's refusal."""
    error = refused(*entries, using=using)
    return error.code, error.field, error.number


def refused(*entries: SimpleNamespace, using: SimpleNamespace | None = None) -> RuleError:
    """The error that refuses a match."""
    error = outcome(using or rules(), entries)
    assert isinstance(error, RuleError)
    return error


def outcome(using: SimpleNamespace, entries: Iterable[SimpleNamespace]) -> Scoresheet | RuleError:
    """Return the scoresheet of a match, or the error that refuses it."""
    try:
        return replay(using, 4, entries)
    except RuleError as error:
        return error


def notes(*entries: SimpleNamespace, using: SimpleNamespace | None = None) -> list[tuple]:
    """Return the (code, side, points) of the notes that explain the last line."""
    line = sheet(*entries, using=using).lines[-1]
    return [(note.code, note.side, note.points) for note in line.notes]


def hundreds(bidder: int, count: int) -> list[SimpleNamespace]:
    """Hands that each give the bidder's side 100 points and the other side none."""
    return [hand(bidder, 100, 100)] * count
