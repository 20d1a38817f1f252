"""Functions that the views of a match's pages share."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest
from django.utils.functional import SimpleLazyObject
from django_htmx.middleware import HtmxDetails

from clubs.callers import Caller
from core.addresses import page_address
from games import queries
from games.callers import page_caller
from games.entry.forms import PadForm
from games.errors import NotFound
from games.match import log_queries, series_queries
from games.match.event_places import EventPlace, all_over, place_of
from games.models import Match, Status
from games.presentation import ending, series_words
from games.presentation.curve import curve
from games.presentation.match_preview import preview_of
from games.presentation.table import Table
from games.registry.game import Game
from games.registry.installed import game
from games.review import chances, decisions
from games.views.lists import unsent_words


class HtmxRequest(HttpRequest):
    """A request that has passed django-htmx's middleware."""

    htmx: HtmxDetails


def game_or_404(slug: str) -> Game:
    """Return the game of an address. Raise `Http404` if it is not installed."""
    installed_game = game(slug)
    if installed_game is None:
        raise Http404
    return installed_game


def match_or_404(request: HttpRequest, match_id: str) -> tuple[Match, Caller]:
    """Return the match of an address, and the caller. Raise `Http404` if the caller may not see
    it.
    """
    caller = page_caller(request)
    try:
        return queries.find(match_id, caller), caller
    except NotFound:
        raise Http404 from None


def table_or_404(request: HttpRequest, match_id: str) -> tuple[Table, Caller]:
    """Return the match of an address as its page shows it, and the caller.

    Raise `Http404` if the caller may not see the match.
    """
    match, caller = match_or_404(request, match_id)
    return queries.table_of(match, caller, before=before_of(request)), caller


def before_of(request: HttpRequest) -> int | None:
    """Return the number of the line before which the shown lines end (`?avant=`), or None."""
    text = request.GET.get("avant", "")
    return int(text) if text.isdecimal() and len(text) < 10 else None


def address(name: str, match_id: str, *more: Any) -> str:
    """Return the address of one of a match's pages."""
    return page_address(f"games:{name}", match_id, *more)


@dataclass(frozen=True, slots=True)
class MatchDetails:
    """The data on a match's page that can change although the match has no new version."""

    place: EventPlace | None
    chances: chances.ToldChances | None
    decisions: decisions.ToldDecisions | None
    series: series_words.SeriesTold | None
    following: str | None


def match_details(table: Table) -> MatchDetails:
    """Return the details of a match, in the reader's language; at most three queries."""
    match = table.match
    place = place_of(match)
    over = match.status != Status.IN_PROGRESS
    return MatchDetails(
        place=place,
        chances=chances.for_page(table, place),
        decisions=decisions.for_page(table, place),
        series=series_words.of_table(table, series_queries.tallies([match]).get(match.pk)),
        following=log_queries.next_match(match) if over else None,
    )


def match_context(
    table: Table, pad: PadForm | None, details: MatchDetails | None = None
) -> dict[str, Any]:
    """Return the context of a match's templates. The details are read here if they are not
    given.
    """
    preset = table.game.preset(table.match.preset)
    details = details or match_details(table)
    remarks = _remarks(table, details)
    moments, other_facts = ending.marked(remarks)
    winner = next(iter(table.result.winners), 0) if table.result else 0
    signs = [(moment.sign, moment.line) for moment in moments]
    drawing = curve(table.sheet.lines, len(table.sides), table.target, signs, winner)
    return {
        **page_context(table),
        **_templates(table.game.slug),
        **(_ended_templates(table.game.slug) if table.result else {}),
        **_addresses(table),
        **_next_match(details.following),
        "preset_name": preset.name if preset else table.match.preset,
        "pad": pad,
        "next_number": len(table.lines) + 1,
        "curve": drawing,
        "chances": details.chances,
        "decisions": details.decisions,
        "ended_sentence": ending.ended_sentence(table),
        "facts": [remark.text for remark in remarks],
        "moments": moments,
        "other_facts": other_facts,
        "series": details.series,
        "event": _event(table, details.place),
        "all_over": all_over(table.match, details.place),
    }


def _remarks(table: Table, details: MatchDetails) -> list[ending.RemarkableFact]:
    """Return what is said of a finished match. If it has chances, they tell the turning point."""
    chances = details.chances
    return ending.remarks(table, chances.turning if chances else None, turning=chances is None)


def _templates(slug: str) -> dict[str, list[str]]:
    """Return the templates of the parts of a match's page: the game's own first, then the general
    ones.
    """
    return {
        "sheet_template": [f"{slug}/sheet.html", "games/sheet.html"],
        "board_template": [f"{slug}/board.html", "games/_board.html"],
        "ending_template": [f"{slug}/_ending.html", "games/_ending.html"],
        "line_template": [f"{slug}/_line_ending.html", "games/_ending.html"],
        "preview_template": [f"{slug}/_preview.html", "games/_preview.html"],
        "pad_template": [f"{slug}/pad.html", "games/pad.html"],
    }


def _ended_templates(slug: str) -> dict[str, list[str]]:
    """Return what replaces the templates of a running match: all games' scores look the same.

    A game whose sheet is chosen by its scores has these as tabs over the sheet.
    """
    return {
        "board_template": ["games/_board.html"],
        "tabs_template": [f"{slug}/_tabs.html", "games/_ending.html"],
    }


def _addresses(table: Table) -> dict[str, Any]:
    """Return the addresses that a match's page uses. Some are None if the caller has no right to
    them.
    """
    match_id, cards = table.match.pk, table.game.pad.cards_route
    export = page_address("export", match_id)
    return {
        "poll_url": _poll_url(table),
        "preview_url": address("preview", match_id),
        "advice_url": advice_url(table),
        "record_url": address("record", match_id),
        "undo_url": address("undo", match_id),
        "share_url": address("share", match_id),
        "rematch_url": address("rematch", match_id) if table.can.rematch else None,
        "anew_url": _anew(table),
        "settings_url": address("settings", match_id),
        "propose_url": address("propose", match_id),
        "seats_url": address("seats", match_id),
        "history_url": address("history", match_id),
        "wall_url": address("wall", match_id),
        "export_urls": {kind: f"{export}?format={kind}" for kind in ("json", "xlsx")},
        "cards_url": page_address(cards, match_id) if cards else None,
    }


def page_context(table: Table) -> dict[str, Any]:
    """Return the context of the frame of a match's page, which stays when a new version is
    shown.
    """
    return {
        "table": table,
        "game": table.game,
        # Only whole pages show it, and not the parts that watchers get.
        "link_preview": SimpleLazyObject(lambda: preview_of(table)),
        "live_url": live_url(table),
        "phone_url": address("phone", table.match.pk),
        "keeps": _keeps(table),
        "unsent_words": unsent_words(table.game),
    }


def _event(table: Table, place: EventPlace | None) -> EventPlace | None:
    """Return the match's place in its event; None without an event, or if the page may not link to
    it.

    The event's page is linked if it is public, or if the caller may write the match.
    """
    can = table.can
    return place if place and (place.public or can.record or can.correct or can.manage) else None


def advice_url(table: Table) -> str | None:
    """Return the address from which a pad gets the lab's advice; None without advice."""
    gives_advice = table.advised and any(question.of_pad for question in table.game.lab)
    return page_address("labo:pad-advice", table.match.pk) if gives_advice else None


def _keeps(table: Table) -> list[str]:
    """Return the pages that the phone of a scorer stores, the match's own pages first.

    The list is empty if the caller may not score.
    """
    if not (table.can.record or table.can.correct):
        return []
    slug = table.game.slug
    own = [address(name, table.match.pk) for name in ("match", "match-data", "phone")]
    return [*own, page_address("games:start", slug), page_address("rules", slug), "/"]


def live_url(table: Table) -> str:
    """Return the address of the stream of new versions.

    If the caller may only see the match, the stream also sends the changed part of the page. A page
    of earlier lines gets only the versions.
    """
    stream = page_address("live", table.match.pk)
    return f"{stream}?view=page" if table.can.only_sees and table.before is None else stream


def _poll_url(table: Table) -> str:
    """Return the address where the page asks for a newer version of the lines that it shows."""
    part = "" if table.before is None else f"&avant={table.before}"
    return f"{address('follow', table.match.pk)}?version={table.match.version}{part}"


def _next_match(following: str | None) -> dict[str, str]:
    """Return the addresses of the next match, by template variable; empty if there is none."""
    if following is None:
        return {}
    return {
        "next_match_url": address("match", following),
        "next_match_wall_url": address("wall", following),
    }


def _anew(table: Table) -> str | None:
    """Return the address for starting again with other rules or seats, or None.

    It is None once the match has a line, or if the caller may not start a rematch.
    """
    if table.lines or not (table.can.record and table.can.rematch):
        return None
    return f"{page_address('games:start', table.game.slug)}?refaire={table.match.pk}"


def pad_for(table: Table) -> PadForm | None:
    """Return an empty pad, or None if the caller may not record now."""
    return table.game.pad.form(table) if table.can.record else None
