"""Rulesets and entries of the Bataille for the tests: plain objects, no database."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

from games.bataille.engine.scoring import replay
from games.bataille.presets import PRESETS
from games.sheet import RuleError, Scoresheet

FIELDS = ("winner", "reason", "tricks", "battles", "cards")
VALUES = {preset.slug: preset.values for preset in PRESETS}


def rules(preset: str = "classique", **changes: Any) -> SimpleNamespace:
    """Return a preset's ruleset with some fields changed."""
    return SimpleNamespace(**{**VALUES[preset], **changes})


def entry(**fields: Any) -> SimpleNamespace:
    """Return a manche; a field that is not given is None."""
    assert set(fields) <= set(FIELDS)
    return SimpleNamespace(**{name: fields.get(name) for name in FIELDS})


def won(*winners: int) -> list[SimpleNamespace]:
    """Return manches won with all the cards, one for each of those seats in order."""
    return [entry(winner=winner) for winner in winners]


PAT = entry(reason="pat")


def joker(winner: int | None) -> SimpleNamespace:
    """A manche won by stealing the joker."""
    return entry(winner=winner, reason="joker")


def stopped(*cards: int, **fields: Any) -> SimpleNamespace:
    """Return a manche that was stopped while the seats held these numbers of cards."""
    return entry(cards=list(cards), reason="stopped", **fields)


def sheet(
    *entries: SimpleNamespace, using: SimpleNamespace | None = None, seats: int = 2
) -> Scoresheet:
    """Replay those manches, by the classic rules by default; return the scoresheet."""
    return replay(using or rules(), seats, list(entries))


def outcome(
    using: SimpleNamespace, seats: int, entries: Iterable[SimpleNamespace]
) -> Scoresheet | RuleError:
    """Return the scoresheet of a match, or the error that refuses it."""
    try:
        return replay(using, seats, entries)
    except RuleError as error:
        return error


def refusal(
    *entries: SimpleNamespace, using: SimpleNamespace | None = None, seats: int = 2
) -> tuple:
    """Return the (code, field, line number) of a match's refusal."""
    error = outcome(using or rules(), seats, entries)
    assert isinstance(error, RuleError)
    return error.code, error.field, error.number


def notes(
    *entries: SimpleNamespace, using: SimpleNamespace | None = None, seats: int = 2
) -> list[tuple]:
    """Return the (code, side, points) of the notes that explain the last line."""
    line = sheet(*entries, using=using, seats=seats).lines[-1]
    return [(note.code, note.side, note.points) for note in line.notes]
