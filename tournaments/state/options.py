"""Parses posted or logged options into the options of the draws."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from tournaments.draws.field import EDITION, Options, Points, Score
from tournaments.formats.installed import format_of
from tournaments.state.tournament import TournamentState

DEFAULT_TIE_BREAKS = ("points", "direct_encounter", "buchholz", "difference", "lots")
# Options that the draws do not use. `target` is the score to which a table is played, by the game's
# rules. `deals_by` says who deals the boards of a duplicate: the site, or the first table that
# plays them.
COURSE_OPTIONS = ("check_in", "matches_per_table", "match_mode", "target", "deals_by")
# The options that every format has.
ANY_FORMAT = ("check_in", "matches_per_table", "match_mode", "target", "points")
# Options that nobody can set: the tournament sets the edition, the format its way of counting.
OWN = ("edition", "counting")
NAMES = (*(option.name for option in fields(Options) if option.name not in OWN), *COURSE_OPTIONS)
# The edition of a log that names none.
FIRST_EDITION = 1


def options_of(format_: str, given: Mapping[str, Any], edition: int = EDITION) -> Options:
    """Return the options of a format, with the edition's defaults for those that are not given."""
    values = {name: given[name] for name in given if name not in COURSE_OPTIONS}
    points = {"bye": _usual_bye(format_, edition), **(values.pop("points", None) or {})}
    pairs = values.pop("forbidden_pairs", ())
    places = values.get("place_points")
    if isinstance(places, list):
        values["place_points"] = tuple(places)
    if isinstance(values.get("bye_score"), list):
        values["bye_score"] = tuple(values["bye_score"])
    counting = format_of(format_).counting
    if counting == "bonus":
        # A rest is scored as a win by the target to 0, unless a `bye_score` is given.
        values.setdefault("bye_score", (given.get("target") or 0, 0))
    meets_all = format_of(format_).meets_all and edition > 2
    # A group of four with a barrage is drawn from its results, round by round.
    barrage = values.get("pool_style") == "barrage"
    values["open_rounds"] = bool(values.get("open_rounds")) and not barrage
    values["leaver"] = (values.get("leaver") or "auto") if meets_all else ""
    return Options(
        **values,
        points=Points(**points),
        forbidden_pairs=frozenset(frozenset(pair) for pair in pairs),
        edition=edition,
        counting=counting,
    )


def _usual_bye(format_: str, edition: int) -> Score | None:
    way = format_of(format_)
    return way.first_bye if edition == FIRST_EDITION else way.bye


def usual_tie_breaks(format_: str) -> tuple[str, ...]:
    """Return the default criteria of a format's standings."""
    return format_of(format_).tie_breaks or DEFAULT_TIE_BREAKS


def known_edition(value: Any) -> int:
    """Return the edition that a log or a file names; the first if it names none.

    Raises `ValueError` for an edition that is not known here.
    """
    if value is None:
        return FIRST_EDITION
    if type(value) is not int or not FIRST_EDITION <= value <= EDITION:
        raise ValueError("edition")
    return value


def state_of(data: Mapping[str, Any], before: TournamentState | None = None) -> TournamentState:
    """Return a tournament without entrants, from `format`, `options`, `tie_breaks` and `seed`.

    `edition` selects the defaults and the draws. A change of settings may set another one.
    """
    options = data.get("options")
    declared = data.get("edition")
    edition = before.options.edition if before and declared is None else known_edition(declared)
    if options is None and before is not None and before.format == data["format"]:
        read, check_in = replace(before.options, edition=edition), before.check_in
    else:
        read = options_of(data["format"], options or {}, edition)
        check_in = bool((options or {}).get("check_in"))
    return TournamentState(
        format=data["format"],
        options=read,
        tie_breaks=tuple(
            data.get("tie_breaks")
            or (before.tie_breaks if before else usual_tie_breaks(data["format"]))
        ),
        seed=data.get("seed") or (before.seed if before else ""),
        check_in=check_in,
        state=before.state if before else data.get("state", "registration"),
    )
