"""Matches in the form in which pages list them, and links back to running matches."""

import json
from collections.abc import Collection, Iterable
from functools import cache
from typing import Any

from django.utils.translation import get_language, ngettext_lazy
from django.utils.translation import gettext as _

from core.addresses import page_address
from core.names import isolated
from games.entry import side_names
from games.match import list_queries, series_queries
from games.models import Match, Status
from games.presentation import series_words
from games.presentation.curve import curve
from games.presentation.table import Table
from games.presentation.wording import figure
from games.queries import tables_in_list
from games.registry.game import Game
from games.registry.installed import game_of, games

# The number of lines in words, for a game that has no own text for it.
ANY_LINES = ngettext_lazy("%(count)s ligne", "%(count)s lignes", "count")


def cards(rows: Iterable[Match]) -> list[dict[str, Any]]:
    """Return matches as a list shows them. Only the first match of a series shows the series'
    wins.
    """
    listed = list_queries.with_people(rows)
    counted = series_queries.tallies(listed)
    shown_cards, series_ids = [], set[int | None]()
    for match in listed:
        series = None
        if match.series_id not in series_ids:
            people = [(seat.in_series, seat.name) for seat in match.seats.all()]
            series = series_words.describe(match, people, counted.get(match.pk))
            series_ids.add(match.series_id)
        shown_cards.append(card(match) | {"series": series})
    return shown_cards


def card(match: Match) -> dict[str, Any]:
    """Return a match as a list shows it, from its stored outcome."""
    seats, game = list(match.seats.all()), game_of(match.game)
    sides, listed = [], list(match.sides.all())
    if match.status == Status.FINISHED:
        listed.sort(key=lambda side: (side.rank or len(listed), side.number))
    for side in listed:
        members = [seat.name for seat in seats if seat.side == side.number]
        sides.append(
            {
                # In a game without teams, the side has the name that its player has now.
                "name": side_names.localized(game, side.number, side.name)
                if game.seats.sides
                else members[0],
                "score": side.score,
                "wins": side.rank == 1,
                # The members are left out if the side's name already consists of their names, as
                # for a pair in a tournament.
                "members": [] if sorted(side.name.split(" & ")) == sorted(members) else members,
            }
        )
    return {
        "id": match.pk,
        "url": page_address("games:match", match.pk),
        "game": game,
        "status": match.status,
        "status_label": match.get_status_display(),
        "when": match.started_at,  # the order of the lists
        "sides": sides,
        "result_only": match.result_only,
    }


def live_cards(rows: Iterable[Match]) -> list[dict[str, Any]]:
    """Return running matches, which have their rules, as `cards` does, each with its curve.

    `curve` is None before the second line, and while nobody has a point. `leading` is the number
    of the side that leads, or None.
    """
    listed = list_queries.with_people(rows)
    tables = tables_in_list(listed)
    return [item | _curve_of(tables[item["id"]]) for item in cards(listed)]


def _curve_of(table: Table) -> dict[str, Any]:
    leading = next((side.number for side in table.sides if side.leads), None)
    lines = table.sheet.lines
    scored = any(total for line in lines for total in line.totals)
    return {
        "curve": curve(lines, len(table.sides), table.target) if scored else None,
        "leading": leading,
    }


def way_back(match: Match, next_number: int) -> dict[str, Any]:
    """Return a running match in the form of a link back to it.

    Its `words` are the scores and the next line's number, or the players before the first line.
    """
    context = card(match)
    if next_number == 1:
        return context | {"words": ", ".join(isolated(seat.name) for seat in match.seats.all())}
    # In some games nobody has a score before the end.
    sides = [
        f"{isolated(side['name'])} {figure(side['score'])}".rstrip() for side in context["sides"]
    ]
    words = _("%(sides)s, %(line)s %(number)s") % {
        "sides": " – ".join(sides) if len(sides) == 2 else ", ".join(sides),
        "line": context["game"].line_name,
        "number": next_number,
    }
    return context | {"words": words}


def ways_back(running: Collection[Match]) -> list[dict[str, Any]]:
    """Return running matches in the form of links back to them."""
    numbers = list_queries.next_numbers(running)
    return [way_back(match, numbers[match.pk]) for match in list_queries.with_people(running)]


def unsent_words(game: Game | None) -> dict[str, str]:
    """Return the words for lines that a phone has not sent yet. `#` stands for their number.

    `one` and `many` are for one line and for several lines. `start` is for a match of which only
    the start is unsent. Without a game, the words are general.
    """
    lines = game.words.lines if game and game.words.lines else ANY_LINES
    singular, plural = (str(lines % {"count": count}) for count in (1, 2))
    sentence = _("%(lines)s à envoyer")
    return {
        "one": sentence % {"lines": singular},
        "many": sentence % {"lines": plural.replace("2", "#")},
        "start": _("1 match à envoyer"),
    }


def all_unsent_words() -> str:
    """Return `unsent_words` of every game, by slug, as JSON."""
    return _all_unsent_words(get_language())


@cache
def _all_unsent_words(_language: str) -> str:
    words = {game.slug: unsent_words(game) for game in games()}
    words[""] = unsent_words(None)
    words["others"] = {
        "one": _("1 ligne d'un autre compte attend sur ce téléphone"),
        "many": _("# lignes d'un autre compte attendent sur ce téléphone"),
    }
    return json.dumps(words, ensure_ascii=False)


def who_sits(match: Match) -> frozenset[tuple[int | None, str]]:
    """Return the people of a match as a set, so that their order does not count."""
    return frozenset((seat.player_id, seat.guest_name) for seat in match.seats.all())


def not_playing(over: Iterable[Match], running: Iterable[Match]) -> Match | None:
    """Return the first match of `over` whose people are not playing a match in `running`, or
    None.
    """
    playing = {who_sits(match) for match in running}
    return next((match for match in over if who_sits(match) not in playing), None)
