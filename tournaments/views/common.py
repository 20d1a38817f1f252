"""What the pages of tournaments have in common."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from core import errors
from games.callers import page_caller
from games.errors import NotFound
from games.registry.installed import game_of
from tournaments import cookie, permissions, queries
from tournaments.errors import Denied
from tournaments.formats.descriptions import name_of
from tournaments.presentation.inviting import price_sentence
from tournaments.presentation.movement import known
from tournaments.presentation.pairing_why import changes
from tournaments.services import Writing, sign_up_open
from tournaments.state.open_rounds import newcomers
from tournaments.state.rounds import begun
from tournaments.state.tournament import Round, Seated
from tournaments.view import View

PageView = Callable[..., HttpResponseBase]

# The most rows of a list on one page. Few tournaments have more entrants.
HELD = 200


class Unchanged(Exception):
    """The page that polls already shows this version of the tournament."""


def tournament_page(page: PageView) -> PageView:
    """Decorate a page view of a tournament, so that it answers refusals.

    A tournament that the reader may not see is answered with 404. Other refusals are shown as a
    message, after a redirect to a page that the reader may see. If a page polls for changes and
    already shows this version, the answer is 204.
    """

    @wraps(page)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return page(request, *args, **kwargs)
        except Unchanged:
            return HttpResponse(status=204)
        except NotFound:
            raise Http404 from None
        except (errors.Denied, errors.Stale) as refusal:
            messages.error(request, refusal.sentence)
            return redirect(_home(kwargs))
        except errors.Refused as refusal:
            for sentence in refusal.sentences:
                messages.error(request, sentence)
            return redirect(_back(kwargs))

    return answer


def _home(kwargs: Any) -> str:
    if "table" in kwargs:
        return _back(kwargs)
    if "challenge_id" in kwargs:
        return _address("challenge", kwargs["challenge_id"])
    if "tournament_id" in kwargs:
        return _address("tournament", kwargs["tournament_id"])
    return _address("list")


def _back(kwargs: Any) -> str:
    for name, places in (
        ("table", ("tournament_id", "number", "table")),
        ("round", ("tournament_id", "number")),
        ("tournament", ("tournament_id",)),
    ):
        if all(place in kwargs for place in places):
            return _address(name, *(kwargs[place] for place in places))
    if "challenge_id" in kwargs:
        return _address("challenge", kwargs["challenge_id"])
    return _address("list")


def _address(name: str, *places: Any) -> str:
    return reverse(f"tournaments:{name}", args=places)


def seen(request: HttpRequest, tournament_id: str, *, live: bool = False) -> View:
    """Return a tournament that this browser may see, by a role or by a token in its cookie.

    Raise `NotFound` if it may not see it, or `Unchanged` if the page that polls shows this
    version already. `live`: the page also shows the scores of matches that are being played.
    """
    caller = page_caller(request)
    tokens = cookie.read(request, tournament_id)
    tournament = queries.find(tournament_id, caller, tokens=tokens)
    if (
        getattr(request, "htmx", False)
        and request.GET.get("version") == str(tournament.version)
        and not (live and request.GET.get("live") != str(queries.live_version(tournament)))
    ):
        raise Unchanged
    return View(tournament, caller, tokens=tokens)


def following(view: View, name: str, *places: Any, **params: Any) -> dict[str, str]:
    """Return the context with the address that the page polls for a newer version of itself."""
    query = urlencode({**params, "version": view.tournament.version})
    return {"follow_url": f"{_address(name, view.tournament.pk, *places)}?{query}"}


def cached_part(view: View, what: str, tell: Callable[[], str]) -> SafeString:
    """Return a part of a page that is the same for all readers. It is cached for each version."""
    return mark_safe(queries.cached_text(view.tournament, what, tell))  # noqa: S308


def part_of(request: HttpRequest, rows: Sequence[Any], at: int = 0) -> "Page[Any]":
    """Return a page of a list: the page named in the query, by default the one with row `at`."""
    parts = Paginator(rows, HELD)
    return parts.get_page(request.GET.get("page") or at // HELD + 1)


def even_parts(count: int, most: int) -> list[tuple[int, int]]:
    """Return the bounds (first, past) of parts of `count` items.

    The parts have almost equal length, at most `most` items each.
    """
    parts = -(-count // most)
    return [(count * at // parts, count * (at + 1) // parts) for at in range(parts)]


def run(request: HttpRequest, tournament_id: str) -> View:
    """Return a tournament for a reader who may run it. Raise `Denied` for other readers."""
    view = seen(request, tournament_id)
    if not view.can_run:
        raise Denied("run_needed")
    return view


def round_of(view: View, number: int) -> Round:
    """Return a round that the reader may see. Raise `NotFound` if there is none with this
    number.
    """
    for drawn in view.rounds:
        if drawn.number == number:
            return drawn
    raise NotFound


def side_token(view: View, number: int, seated: Seated) -> tuple[int | None, str | None]:
    """Return the side of a table for which this browser may write, and the token that proves it.

    Both are None if there is no such side. The token may be that of the side, or that of an
    entrant of the side (by the entrant's link or account). Readers who may enter all results are
    an exception: they open links of entrants only to look at them, so these prove no side.
    """
    tokens, own = list(view.tokens), not view.can_score
    if own:
        tokens += [
            own_token(view, entrant) for entrant in view.own if entrant in seated.table.entrants
        ]
    for token in tokens:
        side = permissions.side_of(view.tournament, number, seated, token, entrants=own)
        if side is not None:
            return side, token
    return None, None


def own_at(view: View, seated: Seated) -> int | None:
    """Return the first of the reader's own entrants at a table; None if there is none."""
    return next((entrant for entrant in view.own if entrant in seated.table.entrants), None)


def own_token(view: View, number: int) -> str:
    """Return the token of one of the reader's own entrants, even if the reader has only the
    account.

    Raise `NotFound` for any other entrant.
    """
    if number not in view.own:
        raise NotFound
    return permissions.entrant_token(view.tournament, number)


def writing(request: HttpRequest, token: str | None = None) -> Writing:
    """Return the `Writing` for a posted form. `token` is that of a side or an entrant.

    The form contains a `client_id`, so two taps are one write.
    """
    given = request.POST.get("client_id", "")
    return Writing(page_caller(request), token, _uuid(given), _after(request))


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _after(request: HttpRequest) -> int | None:
    after = request.POST.get("after", "")
    return int(after) if after.isascii() and after.isdecimal() and len(after) < 10 else None


def number_in(request: HttpRequest, name: str, digits: int = 5) -> int:
    """Return the number that a form's button sends. Raise `NotFound` if it is not a number."""
    text = request.POST.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) <= digits):
        raise NotFound
    return int(text)


def base(view: View) -> dict[str, Any]:
    """Return the context that every page of a tournament needs."""
    tournament = view.tournament
    game = game_of(tournament.game)
    preset = game.preset(tournament.preset)
    return {
        "view": view,
        "tournament": tournament,
        "game": game,
        "preset_name": preset.name if preset else tournament.preset,
        "format_name": "" if tournament.past else name_of(tournament.format),
        "can_run": view.can_run,
        "can_score": view.can_score,
        "price_told": price_sentence(tournament),
        "signing_up": sign_up_open(view.tournament),
        "own_entrant": next(iter(view.own), None),
        "waiting_templates": [
            f"tournaments/formats/{tournament.format}/_waiting.html",
            "tournaments/formats/_waiting.html",
        ],
        "has_bracket": bool(view.way.bracket) and bool(view.rounds),
        "has_movement": known(view),
        "has_boards": bool(tournament.options.get("duplicate")) and known(view),
        "has_ladder": view.way.declared,
        "has_pools": bool(view.way.pools) and bool(view.rounds),
    }


def round_context(view: View, drawn: Round) -> dict[str, Any]:
    """Return the context of a round's present state: who came or left, and what may be done."""
    return {
        "changed": changes(view, drawn),
        "begun": begun(drawn),
        # Whether those who came late can have tables beside those that are played.
        "extendable": drawn.state == "published" and bool(newcomers(view.folded)),
    }


def done(request: HttpRequest, text: str, name: str, *places: Any) -> HttpResponseBase:
    """Show a message, and redirect to another page."""
    messages.success(request, text)
    return redirect(f"tournaments:{name}", *places)
