"""Rulesets and turns of 10 000 for the tests: plain objects, no database."""

from types import SimpleNamespace
from typing import Any

from games.dix_mille.engine.scoring import replay
from games.dix_mille.presets import PRESETS
from games.sheet import RuleError, Scoresheet

FIELDS = ("seat", "points", "bust", "reason", "carried", "throws", "instant_win")
VALUES = {preset.slug: preset.values for preset in PRESETS}


def rules(preset: str = "classique", **changes: Any) -> SimpleNamespace:
    """A preset's ruleset with some fields changed."""
    return SimpleNamespace(**{**VALUES[preset], **changes})


def entry(**fields: Any) -> SimpleNamespace:
    """Return a turn; a field that is not given is None."""
    assert set(fields) <= set(FIELDS)
    return SimpleNamespace(**{name: fields.get(name) for name in FIELDS})


def points(number: int, **fields: Any) -> SimpleNamespace:
    """Return a turn noted by its points."""
    return entry(points=number, **fields)


def bust(**fields: Any) -> SimpleNamespace:
    """A turn that scored nothing."""
    return entry(bust=True, **fields)


def throws(*texts: str, **fields: Any) -> SimpleNamespace:
    """Return a turn noted by its dice: « 11443:11 » means thrown:kept, « 11554:11:55 » means
    thrown:kept:jokers.
    """
    return entry(throws=[throw(text) for text in texts], **fields)


def throw(text: str) -> dict[str, Any]:
    """One throw of an entry."""
    parts = [[int(die) for die in part] for part in text.split(":")]
    names = ("dice", "keep", "joker")
    return dict(zip(names, parts, strict=False))


def sheet(*entries: SimpleNamespace, using: Any = None, seats: int = 2) -> Scoresheet:
    """Replay those turns, under the classic rules by default; return the scoresheet."""
    return replay(using or rules(), seats, list(entries))


def scores(*entries: SimpleNamespace, using: Any = None, seats: int = 2) -> tuple:
    """Return the scores after those turns."""
    return sheet(*entries, using=using, seats=seats).scores


def paliers(played: Scoresheet, seat: int) -> list[tuple]:
    """Return a player's column as (score, coches, struck) of each palier."""
    return [
        (palier["score"], palier["coches"], palier["struck"])
        for palier in played.state["players"][seat]["paliers"]
    ]


def notes(*entries: SimpleNamespace, using: Any = None, seats: int = 2) -> list[tuple]:
    """Return the (code, side, points) of the notes that explain the last line, except those about
    its throws.
    """
    line = sheet(*entries, using=using, seats=seats).lines[-1]
    return [
        (note.code, note.side, note.points)
        for note in line.notes
        if not note.code.startswith("throw_")
    ]


def outcome(using: Any, entries: Any, seats: int = 2) -> Scoresheet | RuleError:
    """The scoresheet of a match, or the error that refuses it."""
    try:
        return replay(using, seats, list(entries))
    except RuleError as error:
        return error


def refusal(*entries: SimpleNamespace, using: Any = None, seats: int = 2) -> tuple:
    """Return the (code, field, line number) of a match's refusal."""
    error = outcome(using or rules(), entries, seats)
    assert isinstance(error, RuleError), error
    return error.code, error.field, error.number
