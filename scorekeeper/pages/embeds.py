"""Small pages of a club that other sites show in a frame, if the club allows it (« /integrer/… »).

They show what any visitor may see, in the language of their address. They set no cookie, need no
account and contain no form. A page that the club does not allow is a 404, which no frame may show.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from bulletin import queries as bulletins
from clubs.callers import Caller
from clubs.models import Club
from clubs.queries import find_club
from core.addresses import shareable
from core.errors import NotFound, Refused
from core.shapes import number_of
from games.registry.installed import game_of, games
from leaderboards import queries as boards
from leaderboards.parameters import board_query, game_of_address, plays_in_pairs
from scorekeeper.pages.tournaments import challenges_of
from tournaments import queries
from tournaments.calendar.queries import to_come
from tournaments.challenges import queries as challenges
from tournaments.challenges.honours import honours_of, over
from tournaments.challenges.presentation import rows_of
from tournaments.challenges.queries import ChallengeTable
from tournaments.presentation import progress
from tournaments.presentation.ranking import podium, ranked
from tournaments.view import View

# The caller of these pages: a visitor, who sees only what is public.
VISITOR = Caller()
LANGUAGES = dict(settings.LANGUAGES)
# The most rows of a small page. The page of the site has the rest.
LINES = 100
AGE = 300  # seconds for which browsers and proxies may cache a page

Context = Mapping[str, Any]


def embedded(
    template: str,
) -> Callable[[Callable[..., Context]], Callable[..., HttpResponseBase]]:
    """Return a decorator that turns a view into a small page for frames.

    The view returns the context of `template`, or raises `NotFound`.
    """

    def decorated(tell: Callable[..., Context]) -> Callable[..., HttpResponseBase]:
        @wraps(tell)
        def answer(request: HttpRequest, language: str, **kwargs: Any) -> HttpResponseBase:
            if language not in LANGUAGES:
                raise Http404
            with override(language):
                try:
                    context = tell(request, **kwargs)
                except (NotFound, Refused):
                    raise Http404 from None
                # Rendered without the request, so that nothing about the reader gets into the page.
                own = {"site_name": settings.SITE_NAME, "reach_url": shareable(request, "/")}
                text = render_to_string(template, own | dict(context))
            response = HttpResponse(text)
            response["Content-Language"] = language
            response["Cache-Control"] = f"public, max-age={AGE}"
            return response

        framed: Any = xframe_options_exempt(answer)
        return require_safe(csp_replace({"frame-ancestors": ["*"]})(framed))

    return decorated


def allowing(club: Club) -> Club:
    """Return the club, or raise `NotFound` if it is not public or allows no frames."""
    if not (club.public and club.embeddable):
        raise NotFound
    return club


def _club(slug: str) -> Club:
    return allowing(find_club(slug, VISITOR))


@embedded("embeds/calendar.html")
def calendar(request: HttpRequest, slug: str) -> Context:
    """Show the coming dates of a club."""
    club = _club(slug)
    return {
        "club": club,
        "evenings": to_come(club, VISITOR, LINES),
        "page": reverse("clubs:calendar", args=[slug]),
        "json": reverse("club-calendar", args=[slug]),
    }


@embedded("embeds/honours.html")
def honours(request: HttpRequest, slug: str) -> Context:
    """Show a club's honours in a year (`?annee=`), or else in the last year with any."""
    club = _club(slug)
    return {
        "club": club,
        "year_honours": honours_of(club, VISITOR, number_of(request.GET.get("annee", ""))),
        "page": reverse("clubs:honours", args=[slug]),
        "json": reverse("club-honours", args=[slug]),
    }


@embedded("embeds/bulletin.html")
def bulletin(request: HttpRequest, slug: str) -> Context:
    """Show a club's last bulletin."""
    club = _club(slug)
    last = next(iter(bulletins.told_of(bulletins.published(club)[:1], club)), None)
    page = reverse("clubs:bulletins", args=[slug])
    return {
        "club": club,
        "bulletin": last,
        "page": reverse("clubs:bulletin", args=[slug, last.day.isoformat()]) if last else page,
        "json": reverse("club-bulletins", args=[slug]),
    }


@embedded("embeds/board.html")
def board(request: HttpRequest, slug: str, game: str) -> Context:
    """Show the first rows of a board. `season`, `kind`, `family`: as on the board's page."""
    club, played = _club(slug), game_of_address(game)
    what = board_query(played, {**request.GET.dict(), "club": slug}, VISITOR)
    if what.pairs and not plays_in_pairs(played):
        raise NotFound
    query = f"?club={slug}"
    return {
        "club": club,
        "game": played,
        "rows": boards.board(what, VISITOR, 0).rows,
        "page": reverse("leaderboards:board", args=[game]) + query,
        "json": reverse("leaderboard", args=[game]) + query,
    }


@embedded("embeds/challenge.html")
def challenge(request: HttpRequest, challenge_id: str) -> Context:
    """Show the table of a challenge, if all of its clubs allow it."""
    shared_challenge = challenges.find(challenge_id, VISITOR)
    for club in (shared_challenge.club, *shared_challenge.clubs.all()):
        allowing(club)
    table = ChallengeTable(shared_challenge)
    return {
        "club": shared_challenge.club,
        "challenge": shared_challenge,
        "rows": rows_of(table, table.lines[:LINES]),
        "page": reverse("tournaments:challenge", args=[challenge_id]),
        "json": reverse("challenge", args=[challenge_id]),
    }


@embedded("embeds/standings.html")
def standings(request: HttpRequest, tournament_id: str) -> Context:
    """Show the standings of a tournament."""
    view = View(queries.find(tournament_id, VISITOR), VISITOR)
    tournament = view.tournament
    return {
        "club": allowing(tournament.club),
        "tournament": tournament,
        "game": game_of(tournament.game),
        "rows": ranked(view, 0, LINES, why=False) if view.rounds else [],
        "running": progress.running(view),
        "podium": podium(view) if view.folded.state == "finished" else [],
        "page": reverse("tournaments:tournament", args=[tournament_id]),
        "json": reverse("tournament-standings", args=[tournament_id]),
    }


def frames_of(request: HttpRequest, club: Club) -> list[tuple[str, str]]:
    """Return the small pages of a club, each as its name and its address."""
    here = (club.language, club.slug)
    frames = [
        (_("Calendrier"), reverse("embeds:calendar", args=here)),
        (_("Palmarès"), reverse("embeds:honours", args=here)),
        (_("Le bulletin"), reverse("embeds:bulletin", args=here)),
        *(
            (_("Classement : %(game)s") % {"game": game.name}, _of_board(club, game.slug))
            for game in games()
        ),
    ]
    for club_challenge in challenges_of(club, VISITOR):
        frames.append(
            (
                club_challenge.name,
                reverse("embeds:challenge", args=[club.language, club_challenge.pk]),
            )
        )
    for last in over(club, VISITOR).filter(past=False)[:1]:
        frames.append((last.name, reverse("embeds:standings", args=[club.language, last.pk])))
    return [(name, shareable(request, path)) for name, path in frames]


def _of_board(club: Club, game: str) -> str:
    return reverse("embeds:board", args=[club.language, club.slug, game])
