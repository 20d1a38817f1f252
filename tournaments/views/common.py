"""What the pages of a tournament share."""

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
from tournaments.services import Writing, sign_up_open
from tournaments.state.tournament import Round, Seated
from tournaments.view import View

PageView = Callable[..., HttpResponseBase]

# How many rows of a list one page holds. Few clubs have more in a tournament.
HELD = 200


class Unchanged(Exception):
    """Raised if the page that asks already shows this version of the tournament."""


def tournament_page(page: PageView) -> PageView:
    """Decorate a page of a tournament, which may raise the app's refusals.

    A tournament that the reader may not see is a 404. Other refusals are shown as a message on the
    page before. A page that polls for changes and already has this version gets a 204.
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


def seen(request: HttpRequest, tournament_id: str) -> View:
    """Return a tournament that this browser may see, by a role or by a token in its cookie."""
    caller = page_caller(request)
    tokens = cookie.read(request, tournament_id)
    tournament = queries.find(tournament_id, caller, tokens=tokens)
    if getattr(request, "htmx", False) and request.GET.get("version") == str(tournament.version):
        raise Unchanged
    return View(tournament, caller, tokens=tokens)


def following(view: View, name: str, *places: Any, **params: Any) -> dict[str, str]:
    """Return the context with the address at which a page polls for a new version of itself."""
    query = urlencode({**params, "version": view.tournament.version})
    return {"follow_url": f"{_address(name, view.tournament.pk, *places)}?{query}"}


def cached_part(view: View, what: str, tell: Callable[[], str]) -> SafeString:
    """Return a part of a page that is the same for all readers, cached for each version."""
    return mark_safe(queries.cached_text(view.tournament, what, tell))  # noqa: S308


def part_of(request: HttpRequest, rows: Sequence[Any], at: int = 0) -> "Page[Any]":
    """Return the page of a list: the one in the query, or the one that contains row `at`."""
    parts = Paginator(rows, HELD)
    return parts.get_page(request.GET.get("page") or at // HELD + 1)


def even_parts(count: int, most: int) -> list[tuple[int, int]]:
    """Return the bounds (first, past) of equally long parts of `count` items, `most` at most."""
    parts = -(-count // most)
    return [(count * at // parts, count * (at + 1) // parts) for at in range(parts)]


def run(request: HttpRequest, tournament_id: str) -> View:
    """Return a tournament for a reader who runs it. Raises `Denied` for other readers."""
    view = seen(request, tournament_id)
    if not view.can_run:
        raise Denied("run_needed")
    return view


def round_of(view: View, number: int) -> Round:
    """Return a round that the reader may see; `NotFound` otherwise."""
    for drawn in view.rounds:
        if drawn.number == number:
            return drawn
    raise NotFound


def side_token(view: View, number: int, seated: Seated) -> tuple[int | None, str | None]:
    """Return the side of a table for which this browser may write, and its token.

    The side may be proved by an entrant's card or account too, except for a reader who may enter
    any result. Such a reader needs no side, and opens other people's cards only to look at them.
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
    """Return the entrant at a table whom the reader is, or None."""
    return next((entrant for entrant in view.own if entrant in seated.table.entrants), None)


def own_token(view: View, number: int) -> str:
    """Return the token of the reader's own entrant, even if only their account proves it.

    Raises `NotFound` for any other entrant.
    """
    if number not in view.own:
        raise NotFound
    return permissions.entrant_token(view.tournament, number)


def writing(request: HttpRequest, token: str | None = None) -> Writing:
    """Return the `Writing` of a page's form. Its `client_id` makes two taps one write."""
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
    """Return a number sent by a form's button; `NotFound` for anything else."""
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


def done(request: HttpRequest, text: str, name: str, *places: Any) -> HttpResponseBase:
    """Display a message, and redirect to the next page."""
    messages.success(request, text)
    return redirect(f"tournaments:{name}", *places)
