"""The data that a phone needs to continue a match without network."""

from collections.abc import Sequence
from typing import Any

from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import PermissionDenied
from django.forms import BoundField
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core.dates import write_date
from games.entry.forms import PadForm
from games.match import series_queries
from games.match.match_json import json_text, moment
from games.match.places_cookie import seat_here
from games.models import Change, Match
from games.presentation import series_words
from games.presentation.table import Table
from games.registry.game import Game
from games.views.common import HtmxRequest, address, advice_url, table_or_404

# The number of newest lines that are sent with the pad's values, so that a phone can correct them
# without network. Even a long match seldom has more lines.
TAPS_SENT = 250
# The icon files that a match's page uses.
ICONS = ("suits", "dice")
# The pages to which the match's templates link.
ADDRESSES = ("record", "undo", "preview", "share", "rematch", "settings", "seats")
# The number of last writes whose ids are sent. A phone waits for the answer to one write at most.
LAST_WRITES = 20
# The most lines of a match that can be played without network. It is far more than usual matches
# have.
MOST_LINES = 1500


def setup(table: Table) -> dict[str, Any] | None:
    """Return the addresses that a page loads when it is idle, to continue the match without
    network.

    Return None if the caller may not write, or if the page shows earlier lines.
    """
    if table.before is not None or not _may_write(table):
        return None
    language = get_language()
    return {
        "match": table.match.pk,
        "data": address("match-data", table.match.pk),
        "rules": _static("phone/rules.js"),
        "words": _static(f"phone/words.{language}.json"),
        "templates": _static(f"phone/templates.{language}.json"),
        "scripts": [_static(script) for script in ("phone/play.js", *table.game.phone.scripts)],
        "icons": {name: _static(f"icons/{name}.svg") for name in ICONS},
    }


def _may_write(table: Table) -> bool:
    return (table.can.record or table.can.correct) and len(table.entries) <= MOST_LINES


def _static(path: str) -> str:
    return str(staticfiles_storage.url(path))


@require_safe
@never_cache
def match_data(request: HtmxRequest, match_id: str) -> HttpResponseBase:
    """Send a match to a phone that scores it: its rules, entries and names."""
    table, _caller = table_or_404(request, match_id)
    if not _may_write(table):
        raise PermissionDenied
    seat = seat_here(request, table.match)
    payload = phone_payload(table, written=_written(table.match), place=seat)
    return HttpResponse(json_text(payload), content_type="application/json")


def phone_payload(
    table: Table, *, written: Sequence[str] = (), place: int | None = None
) -> dict[str, Any]:
    """Return all that a phone needs of a match: its rules, entries, names, and the pad's inputs.

    `place` is the seat from which the phone looks. `written` has the ids of the last writes. If the
    phone still stores a write with such an id, the write is already among the entries, and only its
    answer was lost.
    """
    match, game = table.match, table.game
    preset, pad = game.preset(match.preset), game.pad.form(table)
    return {
        "match": match.pk,
        "version": match.version,
        "status": match.status,
        "written": written,
        "begin": _begin(table),
        "corrected": sorted(table.corrected),
        "taps": _taps(table),
        "beyond_pad": _beyond_pad(table, pad),
        **_game(game),
        "place": place,
        "seats": [
            {"number": seat.number, "name": seat.name, "short": seat.short, "side": seat.side}
            for seat in table.seats
        ],
        "sides": [{"number": side.number, "name": side.name} for side in table.sides],
        "can": {"correct": table.can.correct, "manage": table.can.manage},
        "target": table.target,
        "pad": _pad(pad),
        "field_of": pad.FIELD_OF,
        "more": pad.for_phone(),
        "series": _series(table),
        "started_at": {
            "c": moment(match.started_at),
            "DATE_FORMAT": write_date(match.started_at, "DATE_FORMAT"),
        },
        "preset_name": str(preset.name) if preset else match.preset,
        "club": match.club.name if match.club else None,
        "follow": address("follow", match.pk),
        "addresses": _addresses(table),
    }


def _begin(table: Table) -> str:
    """Return the match for the rules as JSON text, which the page passes on without parsing it.

    It stays text because the rules distinguish 2.0 from 2, and JavaScript's JSON does not.
    """
    return json_text(
        {
            "game": table.game.slug,
            "rules": table.rules.values(),
            "seats": len(table.seats),
            "entries": [entry.data() for entry in table.entries],
        }
    )


def _beyond_pad(table: Table, pad: PadForm) -> list[int]:
    """Return the numbers of lines that have fields which the pad hides. A correction would lose
    them.
    """
    return [
        number
        for number, entry in enumerate(table.entries, 1)
        if pad.BEYOND.intersection(entry.data())
    ]


def _game(game: Game) -> dict[str, Any]:
    return {
        "drawn_by_chance": game.entry.chance is not None,
        # The options of the start. Each has the key of the fold's state that gives its value in a
        # rematch.
        "start_options": game.seats.options,
        "game": {
            "slug": game.slug,
            "name": str(game.name),
            "line_name": str(game.line_name),
            "sides": game.seats.sides,
        },
        "lines_shown": game.pad.lines_shown,
    }


def _addresses(table: Table) -> dict[str, str | None]:
    match_id, cards = table.match.pk, table.game.pad.cards_route
    return {
        **{f"{name}_url": address(name, match_id) for name in ADDRESSES},
        **({} if table.can.rematch else {"rematch_url": None}),
        "advice_url": advice_url(table),
        "cards_url": reverse(cards, args=[match_id]) if cards else None,
    }


def _written(match: Match) -> list[str]:
    """Return the `client_id` of each of the last writes, newest first."""
    written = Change.objects.filter(match=match, client_id__isnull=False).order_by("-pk")
    newest = written.values_list("client_id", flat=True)[:LAST_WRITES]
    return [str(client_id) for client_id in newest]


def _series(table: Table) -> dict[str, Any] | None:
    """Return the wins in the match's series in short, or None. Only the server can compute them."""
    match = table.match
    series = series_words.of_table(table, series_queries.tallies([match]).get(match.pk))
    return {"short": series.short} if series else None


def _pad(pad: PadForm) -> dict[str, Any]:
    """Return the description of each of the pad's inputs, by name, for the templates on the
    phone.
    """
    return {name: _input(pad[name]) for name in pad.fields}


def _input(bound: BoundField) -> dict[str, Any]:
    choices = getattr(bound.field, "choices", None)
    return {
        "label": str(bound.label),
        "kind": bound.widget_type,
        "required": bound.field.required and bound.widget_type != "hidden",
        "several": bool(getattr(bound.field.widget, "allow_multiple_selected", False)),
        "choices": choices and [[str(value), str(label)] for value, label in choices],
        "value": bound.value(),
    }


def _taps(table: Table) -> dict[str, Any]:
    """Return the values that the pad would have for each of the newest lines, by the line's
    number.
    """
    numbers = range(max(1, len(table.entries) - TAPS_SENT + 1), len(table.entries) + 1)
    pad = table.game.pad.form(table)
    return {str(number): pad.values_of(table.entries[number - 1].data()) for number in numbers}
