"""The main page of a tournament: the current round, its tables, the standings, the next step."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.kept_pictures import picture_response
from tournaments import queries, services
from tournaments.calendar import evening_length
from tournaments.calendar.round_strip import strip_here
from tournaments.presentation import open_rounds, planning, points_rules, progress
from tournaments.presentation.questions import partners, withdrawal
from tournaments.presentation.ranking import other_podiums, podium
from tournaments.presentation.tables import TableView, table_view, tables_of
from tournaments.state import decisions
from tournaments.state.tournament import Round, Seated
from tournaments.view import View
from tournaments.views.common import (
    HELD,
    base,
    following,
    round_context,
    seen,
    tournament_page,
)
from tournaments.views.link_previews import tournament_picture, tournament_preview
from tournaments.views.standings import first_rows

TOP = 24
# More than there are places.
ALL = 2**15


@require_safe
@never_cache
@tournament_page
def show(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show the present state of a tournament."""
    view = seen(request, tournament_id, live=True)
    if view.tournament.past:
        context = base(view) | _preview(view) | following(view, "tournament")
        return render(request, "tournaments/past.html", context | {"places": podium(view, ALL)})
    return render(
        request,
        "tournaments/tournament.html",
        base(view) | _preview(view) | _following(view) | glance(view) | _end(view),
    )


def _following(view: View) -> dict[str, str]:
    """Return the context with the address that the page polls, for the matches' lines too."""
    return following(view, "tournament", live=queries.live_version(view.tournament))


def _preview(view: View) -> dict[str, Any]:
    """Return the context with the preview of the page's address. Only whole pages show it."""
    return {"link_preview": SimpleLazyObject(lambda: tournament_preview(view))}


@require_safe
@never_cache
@tournament_page
def picture(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Send the picture of a tournament: its podium, or its present standings."""
    view = seen(request, tournament_id)
    return picture_response(request, lambda: tournament_picture(view))


def _end(view: View) -> dict[str, Any]:
    """Return the context with how far the tournament is and the expected end of the evening.

    Only those who run the tournament also read whether that is too late.
    """
    rest = evening_length.rest_of(view) if view.rounds else None
    context: dict[str, Any] = {"strip": strip_here(view, rest)}
    if rest is None or not view.can_run:
        return context
    wanted = evening_length.wanted_end(view.tournament)
    end = planning.rounded(rest.end(0), rest.minutes())
    return context | {"ends": planning.clock(end), "late": bool(wanted and end > wanted)}


def glance(view: View) -> dict[str, Any]:
    """Return the context of the main page: the current round, its tables, the standings, the next
    step.
    """
    current = drawn_last = view.rounds[-1] if view.rounds else None
    if current and view.way.declared:
        # Challenges without a result come first. Both kinds are sorted with the newest first.
        newest = sorted(current.tables, key=lambda seated: (_settled(seated), -seated.number))
        current = replace(current, tables=tuple(newest))
    if current and open_rounds.at_once(view, current):
        current = replace(
            current, tables=tuple(open_rounds.settled_last(open_rounds.met(view, current)))
        )
    seats = current.tables if current else ()
    published = any(drawn.state != "draft" for drawn in view.rounds)
    over, knockout = view.folded.state == "finished", progress.running(view)
    return {
        "current": current,
        "tables": _live(view, tables_of(view, current, HELD)) if current else [],
        "more": len(seats) > HELD,
        "missing": [seated for seated in seats if seated.state in ("waiting", "playing")],
        "disputes": disputes(view),
        "to_answer": questions(view),
        "standings_html": first_rows(view, TOP) if published and not knockout else "",
        "fields": progress.fields(view) if knockout else [],
        "podium": podium(view) if over else [],
        "others": other_podiums(view),
        "undecided": _undecided(view),
        "present": len(playing(view)),
        "least": view.folded.way.least,
        "told_before": points_rules.before_draw(view, len(playing(view))),
        "waiting": [
            enrolled
            for enrolled in view.folded.counted
            if enrolled.state == "registered" and view.folded.check_in
        ],
        "next_number": len(view.folded.rounds) + 1,
        "round_count": view.round_count,
        "partner_question": partners.question(view),
        "taken_back": withdrawal.taken_back(view, current),
        **(round_context(view, drawn_last) if drawn_last else {}),
        **_at_once(view, current),
        "seconds_left": services.seconds_left(view.tournament),
        "step": step(view, current),
    }


def _live(view: View, tables: list[TableView]) -> list[TableView]:
    """Return tables of which those being played have the scores of their match."""
    if not any(table.state == "playing" for table in tables):
        return tables
    scores = queries.live_scores(view.tournament)
    return [
        table.with_scores(scores.get((table.round, table.number), ()))
        if table.state == "playing"
        else table
        for table in tables
    ]


def _undecided(view: View) -> list[dict[str, Any]]:
    """Return those who may be declared the winner, for organisers, where nobody won the final."""
    if not view.can_run or not decisions.without_winner(view.folded):
        return []
    return [
        {
            "number": row.entrant,
            "name": view.names[row.entrant],
            "declared": row.entrant == view.folded.winner,
        }
        for row in view.standings
        if row.rank <= 2
    ]


def _at_once(view: View, current: Round | None) -> dict[str, Any]:
    """Return the context of all rounds at once: how many tables are over, and what is drawn next.

    `next_at_once`: the next draw is of all rounds; `next_bracket`: it is that of the bracket.
    """
    options = view.folded.options
    if not options.open_rounds:
        return {}
    open_ = current is not None and open_rounds.at_once(view, current)
    settled = sum(map(_settled, current.tables)) if current and open_ else 0
    return {
        "settled": settled,
        "table_count": len(current.tables) if current and open_ else 0,
        "next_at_once": current is None,
        "next_bracket": open_ and view.way.bracket is not None,
    }


def playing(view: View) -> list[int]:
    """Return the numbers of the entrants who would be drawn now."""
    return [enrolled.number for enrolled in view.folded.entrants if view.folded.plays(enrolled)]


def disputes(view: View) -> list[TableView]:
    """Return the tables whose sides have reported different results. The organiser has to
    decide.
    """
    return _tables(view, lambda seated: seated.state == "disputed")


def questions(view: View) -> list[TableView]:
    """Return the tables with a corrected match about which the organiser has to decide."""
    return _tables(view, lambda seated: seated.correction is not None)


def _tables(view: View, wanted: Callable[[Seated], bool]) -> list[TableView]:
    published = [drawn for drawn in view.rounds if drawn.state != "draft"]
    return [
        table_view(view, drawn, seated)
        for drawn in published
        for seated in drawn.tables
        if wanted(seated)
    ]


def _settled(seated: Seated) -> bool:
    return seated.state in ("reported", "confirmed")


def step(view: View, current: Round | None) -> str:
    """Return the organiser's next step.

    It is `enter`, `draw`, `publish`, `play`, `close`, `challenge` or `over`.
    """
    if view.folded.state == "finished":
        return "over"
    if view.way.declared and (current is not None or len(playing(view)) >= view.way.least):
        return "challenge"
    if current is None:
        return "draw" if len(playing(view)) >= view.folded.way.least else "enter"
    if current.state == "draft":
        return "publish"
    if current.state == "closed":
        return "draw"
    unsettled = not all(map(_settled, current.tables))
    return "play" if unsettled else "close"
