"""Converts options as they were posted or logged into the options that the draws use."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from tournaments.draws.field import EDITION, Options, Points, Score
from tournaments.formats.installed import format_of
from tournaments.state.tournament import TournamentState

DEFAULT_TIE_BREAKS = ("points", "direct_encounter", "buchholz", "difference", "lots")
# The options that draws do not use. `target` is the score to which a table is played under the
# game's rules. `deals_by` says who deals the boards of a duplicate: the site, or the first table
# that plays them.
COURSE_OPTIONS = ("check_in", "matches_per_table", "match_mode", "target", "deals_by")
# The options that may be given for every format.
ANY_FORMAT = ("check_in", "matches_per_table", "match_mode", "target", "points")
# The options that can't be given. The tournament sets the edition, and the format the way of
# counting.
OWN = ("edition", "counting")
NAMES = (*(option.name for option in fields(Options) if option.name not in OWN), *COURSE_OPTIONS)
# The edition of a log that does not name one.
FIRST_EDITION = 1


def options_of(format_: str, given: Mapping[str, Any], edition: int = EDITION) -> Options:
    """Return a format's options. Options that are not given have the defaults of the edition."""
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
        # A rest scores like a win with the target against 0, unless a `bye_score` is given.
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
    """Return the edition named by a log or a file. If none is named, it is the first edition.

    Raise `ValueError` if this program does not know the edition.
    """
    if value is None:
        return FIRST_EDITION
    if type(value) is not int or not FIRST_EDITION <= value <= EDITION:
        raise ValueError("edition")
    return value


def state_of(data: Mapping[str, Any], before: TournamentState | None = None) -> TournamentState:
    """Return a tournament without entrants, with the given settings.

    The settings are `format`, `options`, `tie_breaks` and `seed`. `edition` decides which
    defaults and draws apply. `before` is the tournament before a change of its settings;
    settings that are not given are taken from it.
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
