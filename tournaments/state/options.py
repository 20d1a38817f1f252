"""Reads posted or logged options into the options of the draws."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from tournaments.pairing.field import Options, Points
from tournaments.pairing.formats import format_of
from tournaments.state.tournament import TournamentState

DEFAULT_TIE_BREAKS = ("points", "direct_encounter", "buchholz", "difference", "lots")
# Options that the draws do not use.
COURSE_OPTIONS = ("check_in", "matches_per_table", "match_mode")
NAMES = (*(one.name for one in fields(Options)), *COURSE_OPTIONS)


def options_of(format_: str, given: Mapping[str, Any]) -> Options:
    """Return the options of a format, with the format's default value of a bye if none is given."""
    values = {name: given[name] for name in given if name not in COURSE_OPTIONS}
    points = {"bye": format_of(format_).bye, **(values.pop("points", None) or {})}
    pairs = values.pop("forbidden_pairs", ())
    places = values.get("place_points")
    if isinstance(places, list):
        values["place_points"] = tuple(places)
    return Options(
        **values,
        points=Points(**points),
        forbidden_pairs=frozenset(frozenset(pair) for pair in pairs),
    )


def course_of(data: Mapping[str, Any], before: TournamentState | None = None) -> TournamentState:
    """Return a tournament without entrants yet, from `format`, `options`, `tie_breaks`, `seed`."""
    options = data.get("options")
    if options is None and before is not None and before.format == data["format"]:
        read, check_in = before.options, before.check_in
    else:
        read = options_of(data["format"], options or {})
        check_in = bool((options or {}).get("check_in"))
    return TournamentState(
        format=data["format"],
        options=read,
        tie_breaks=tuple(
            data.get("tie_breaks") or (before.tie_breaks if before else DEFAULT_TIE_BREAKS)
        ),
        seed=data.get("seed") or (before.seed if before else ""),
        check_in=check_in,
        state=before.state if before else data.get("state", "registration"),
    )
