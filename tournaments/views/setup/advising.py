"""Suggests formats for an evening, describes the chosen format, and helps to shorten an evening."""

import re
from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.models import Club
from core.errors import NotFound
from games.match.durations import usual_minutes
from games.registry.game import Game
from tournaments import services
from tournaments.calendar import evening_length
from tournaments.calendar.evening_length import RestOfEvening, Room
from tournaments.draws.field import Options
from tournaments.formats.descriptions import DESCRIPTIONS
from tournaments.formats.suggestion import Pace
from tournaments.models import ROOM_TABLES_MAX
from tournaments.presentation import planning
from tournaments.view import View
from tournaments.views.common import base, done, number_in, run, tournament_page, writing
from tournaments.views.setup.format_forms import AdviceForm

_PART = re.compile(r"([a-z_]{1,20})=([0-9]{1,2}|[a-z_]{1,20})")
# The lengths suggested for shorter rounds, as fractions of the present length.
SHORTER = (3 / 4, 1 / 2)


def advice(
    form: AdviceForm,
    club: Club,
    game: Game,
    preset: str,
    count: int,
    *,
    people: bool = False,
    numbers: Mapping[str, Mapping[str, int]] | None = None,
    now: datetime | None = None,
) -> dict[str, Any] | None:
    """Return the context with suggestions for an evening; None if values are missing or wrong.

    `count` is the number of entrants, used if the form does not give one. `people`: they come
    alone. `numbers` are those that the organiser has chosen, by the key of a suggestion. With `now`
    each suggestion says when the evening ends if it starts then.
    """
    if not form.is_valid():
        return None
    values = form.cleaned_data
    entrants = values["entrants"] or count
    if entrants < 2:
        form.add_error("entrants", _("Dire combien viennent, deux au moins."))
        return None
    room = Room(entrants, int(values["hours"] * 60), values["tables"])
    suggestions, usual = evening_length.advise(
        club,
        game,
        preset,
        room,
        people=people or values["alone"],
        season=values["season"],
        numbers=numbers,
    )
    return {
        "count": entrants,
        "suggestions": [planning.suggested(suggestion, now) for suggestion in suggestions],
        "pace": planning.pace(usual),
    }


def taken(text: str) -> tuple[str, dict[str, Any]]:
    """Return the format and the options in the value of a suggestion's button.

    Raise `NotFound` for any other text.
    """
    format_, *parts = text[:200].split(" ")
    if format_ not in DESCRIPTIONS:
        raise NotFound
    known = DESCRIPTIONS[format_].settings.base_fields
    options: dict[str, Any] = {}
    for part in parts:
        match_ = _PART.fullmatch(part)
        kinds = {field.name: field.type for field in fields(Options)}
        if match_ is None or match_[1] not in known:
            raise NotFound
        # Options that draws do not use are texts.
        options[match_[1]] = _value(known[match_[1]], match_[2], kinds.get(match_[1], str))
    return format_, options


NUMBER = re.compile(rf"number-([a-z_]{{1,20}}(?:-duplicate)?)-({'|'.join(planning.NUMBERS)})")


def chosen_numbers(data: Mapping[str, str]) -> dict[str, dict[str, int]]:
    """Return the numbers that the organiser has changed, by the key of a suggestion and the option.

    A number that is as it was suggested counts as not chosen, because the suggestion may change
    with the list. One that is not possible is left out.
    """
    numbers: dict[str, dict[str, int]] = {}
    for name in data:
        match_ = NUMBER.fullmatch(name)
        format_ = match_[1].partition("-")[0] if match_ else ""
        if match_ is None or format_ not in DESCRIPTIONS or data[name] == data.get(f"usual-{name}"):
            continue
        field = DESCRIPTIONS[format_].settings.base_fields.get(match_[2])
        try:
            value = field.clean(data[name]) if field else None
        except ValidationError:
            continue
        if value:
            numbers.setdefault(match_[1], {})[match_[2]] = value
    return numbers


def _value(field: Any, text: str, kind: Any) -> bool | int | str:
    """Return the value of an option in a suggestion. Raise `NotFound` if it is not possible."""
    if kind is str:
        if text not in dict(field.choices):
            raise NotFound
        return text
    if not text.isdecimal():
        raise NotFound
    return text == "1" if kind is bool else int(text)


def outline(
    format_: str,
    options: Mapping[str, Any],
    entrants: int,
    *,
    club: Club,
    game: Game,
    preset: str,
    tables: int | None = None,
    today: bool = False,
) -> str:
    """Return a sentence on what a format would play, and how long or until when.

    With `today`, the sentence gives the time of the end. It is empty if there are too few
    entrants.
    """
    plan = evening_length.plan_of(format_, options, entrants)
    if plan is None:
        return ""
    if not plan.rounds:
        return planning.outline(plan)
    pace = evening_length.pace_of(options, usual_minutes(club, game, preset), tables, game)
    now = timezone.now() if today else None
    clauses = [planning.outline(plan), planning.ends(pace.minutes(plan.rounds), now=now)]
    return ", ".join(clauses)


# --- Shortening an evening
# ----------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def shorten_page(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show when the evening ends, and offer to shorten it: fewer rounds, a shorter timer, more
    tables.
    """
    view = run(request, tournament_id)
    rest = evening_length.rest_of(view)
    if request.method == "POST":
        return _shortened(request, view, rest)
    wanted = evening_length.wanted_end(view.tournament)
    context = base(view) | {"rest": rest, "wanted": wanted and planning.clock(wanted)}
    if rest is not None:
        context |= _choices(rest) | {
            "ends": planning.clock(rest.end(rest.minutes())),
            "late": bool(wanted and rest.end(rest.minutes()) > wanted),
            "pace": planning.pace(rest.usual),
        }
    return render(request, "tournaments/shorten.html", context)


def _shortened(request: HttpRequest, view: View, rest: RestOfEvening | None) -> HttpResponseBase:
    night, by = view.tournament.pk, writing(request)
    if "minutes" in request.POST:
        minutes = number_in(request, "minutes", 3)
        services.timer(tournament_id=night, action="reset", minutes=minutes or None, by=by)
    elif "room_tables" in request.POST:
        tables = number_in(request, "room_tables", 4)
        if not 1 <= tables <= ROOM_TABLES_MAX:
            messages.error(request, _("Il faut une table au moins."))
            return redirect("tournaments:shorten", night)
        services.set_up(tournament_id=night, changes={"room_tables": tables}, by=by)
    else:
        changes = {"options": {"rounds": number_in(request, "rounds", 2)}}
        services.set_up(tournament_id=night, changes=changes, by=by)
    return done(request, _("C'est gardé."), "shorten", night)


def _choices(rest: RestOfEvening) -> dict[str, Any]:
    """Return the ways to shorten the evening. Each has the time at which the evening would end."""
    view, now = rest.view, rest.minutes()
    return {
        "fewer": [
            {"rounds": rounds, "ends": planning.clock(rest.end(rest.minutes(rounds=rounds)))}
            for rounds in fewer_rounds(view)
        ],
        "planned": _chosen(view),
        "timed": [
            {"minutes": minutes, "ends": planning.clock(rest.end(least))}
            for minutes, least in _timed(rest)
            if least < now
        ],
        "more": [
            {"tables": tables, "ends": planning.clock(rest.end(least))}
            for tables, least in _more_tables(rest)
            if least < now
        ],
    }


def fewer_rounds(view: View) -> list[int]:
    """Return the smaller numbers of rounds that are still possible, the greatest first."""
    planned, drawn = _chosen(view), len(view.folded.rounds)
    if planned is None or "rounds" not in DESCRIPTIONS[view.folded.format].form.base_fields:
        return []
    return list(range(planned - 1, max(drawn, 1) - 1, -1))


def _chosen(view: View) -> int | None:
    """Return how many rounds the organiser's number sets: those of one stage, or all.

    Return None if the number can't be changed any more.
    """
    return view.way.chosen(view.field) if view.way.chosen else view.round_count


def _timed(rest: RestOfEvening) -> list[tuple[int, int]]:
    """Return the possible shorter rounds.

    Each has the minutes of a round, and the minutes that the rest of the evening would take.
    """
    now = rest.pace.table_minutes
    lengths = dict.fromkeys(max(10, round(now * part / 5) * 5) for part in SHORTER)
    return [
        (length, rest.minutes(pace=Pace(length, rest.pace.tables)))
        for length in lengths
        if length < now
    ]


def _more_tables(rest: RestOfEvening) -> list[tuple[int, int]]:
    """Return up to three larger numbers of tables that save time.

    Each has the number of tables, and the minutes that the rest of the evening would take.
    """
    tables = rest.pace.tables
    if tables is None:
        return []
    savings, least = [], rest.minutes()
    for more in range(tables + 1, min(2 * tables, tables + 40) + 1):
        minutes = rest.minutes(pace=Pace(rest.pace.table_minutes, more))
        if minutes < least:
            savings.append((more, minutes))
            least = minutes
    return savings[:3]
