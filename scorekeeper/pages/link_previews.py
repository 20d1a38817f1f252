"""Clubs, players and bulletins as their shared addresses show them, and the pictures of these."""

import re
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.formats import time_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bulletin import queries as bulletins
from bulletin.queries import BulletinTold
from clubs.callers import Caller
from clubs.models import Club, Player
from clubs.queries import find_club, find_player, visible_players
from core.dates import write_date
from core.names import isolated
from core.sharing.link_preview import LinkPreview, in_one_line
from core.sharing.picture import PictureRow, SharedPicture
from games.callers import page_caller
from games.kept_pictures import picture_response
from games.match import list_queries, stats
from games.models import Status
from games.presentation.wording import figure
from games.registry.installed import game_of
from games.views.lists import cards
from scorekeeper.pages.people import people_page
from tournaments.calendar.queries import Dated, to_come

# How many coming evenings and last results a club's picture has.
EVENINGS, RESULTS = 3, 2
SENTENCE_ENDS = re.compile(r"(?<=[.!?…])\s+")


def club_preview(club: Club, evenings: Sequence[Dated]) -> LinkPreview:
    """Return the preview of a club. `evenings` are the coming ones."""
    coming = next((evening for evening in evenings if not evening.cancelled), None)
    announced = ""
    if coming:
        announced = _("Prochaine soirée : %(evening)s.") % {"evening": _evening_words(coming)}
    return LinkPreview(
        title=club.name,
        description=in_one_line(
            f"{isolated(club.city)}." if club.city else "",
            announced,
            _("Matchs, tournois, classements et bulletins du club."),
        ),
        page=reverse("clubs:club", args=[club.slug]),
        picture=reverse("clubs:club-picture", args=[club.slug]),
        public=club.public,
    )


def _evening_words(evening: Dated) -> str:
    return f"{isolated(evening.title)}, {_when(evening)}"


def _when(evening: Dated) -> str:
    day = write_date(evening.date, "l j F")
    return f"{day}, {time_format(evening.start, 'TIME_FORMAT')}" if evening.start else day


@require_safe
@never_cache
@people_page
def club_picture(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Send the picture of a club: its coming evenings and its last results."""
    caller = page_caller(request)
    club = find_club(slug, caller)
    return picture_response(request, lambda: _of_club(club, caller))


def _of_club(club: Club, caller: Caller) -> SharedPicture:
    evenings = [line for line in to_come(club, caller, EVENINGS) if not line.cancelled]
    last = list_queries.newest_of(club, Status.FINISHED, caller, RESULTS)
    return SharedPicture(
        heading=isolated(club.city),
        title=club.name,
        rows=tuple(PictureRow(isolated(line.title), _when(line)) for line in evenings),
        sentences=tuple(_result(card) for card in cards(last)),
    )


def _result(card: dict[str, Any]) -> str:
    """Return a result of a list in one line, the winners first: « Anne 505 – 260 Bruno »."""
    sides = sorted(card["sides"], key=lambda side: not side["wins"])
    names = [_and(side["members"] or [side["name"]]) for side in sides]
    scores = [figure(side["score"]) for side in sides]
    day = write_date(card["when"], "j F")
    if len(sides) == 2:
        return f"{day} : {names[0]} {scores[0]} – {scores[1]} {names[1]}"
    listed = (f"{name} {score}" for name, score in zip(names, scores, strict=True))
    return f"{day} : {', '.join(listed)}"


def _and(names: Sequence[str]) -> str:
    return str(get_text_list([isolated(name) for name in names], str(_("et"))))


def player_preview(
    player: Player, clubs: Sequence[Club], records: Sequence[stats.Record], caller: Caller
) -> LinkPreview:
    """Return the preview of a player, as `caller` sees them.

    It is only public if visitors without any link may read the page too. Makes one query at most.
    """
    names = [isolated(club.name) for club in clubs if club.public]
    return LinkPreview(
        title=player.public_name,
        description=in_one_line(
            f"{', '.join(names)}." if names else "",
            *(f"{game_of(record.game).name} : {_won(record)}." for record in records),
        ),
        page=reverse("clubs:player", args=[player.pk]),
        picture=reverse("clubs:player-picture", args=[player.pk]),
        public=caller.is_nobody or _is_public(player),
        kind="profile",
    )


def _is_public(player: Player) -> bool:
    everybody = visible_players(Caller()).prefetch_related(None)
    return everybody.filter(pk=player.pk).exists()


def _won(record: stats.Record) -> str:
    """Return how many matches somebody won: « 11 victoires sur 48 »."""
    text = ngettext(
        "%(won)s victoire sur %(played)s", "%(won)s victoires sur %(played)s", record.won
    )
    return text % {"won": figure(record.won), "played": figure(record.played)}


@require_safe
@never_cache
@people_page
def player_picture(request: HttpRequest, player_id: int) -> HttpResponseBase:
    """Send the picture of a player: clubs, and results by game."""
    caller = page_caller(request)
    player = find_player(player_id, caller)
    return picture_response(request, lambda: _of_player(player, caller))


def _of_player(player: Player, caller: Caller) -> SharedPicture:
    return SharedPicture(
        heading=", ".join(isolated(line.club.name) for line in player.club_players.all()),
        title=player.public_name,
        rows=tuple(
            PictureRow(str(game_of(record.game).name), _won(record))
            for record in stats.by_game(player, caller)
        ),
    )


def bulletin_preview(bulletin: BulletinTold, club: Club) -> LinkPreview:
    """Return the preview of a bulletin, which is only public once it is published."""
    day = bulletin.day.isoformat()
    return LinkPreview(
        title=bulletin.title,
        description=in_one_line(
            *bulletin.paragraphs[:1], f"{isolated(club.name)}, {_day(bulletin)}."
        ),
        page=reverse("clubs:bulletin", args=[club.slug, day]),
        picture=reverse("clubs:bulletin-picture", args=[club.slug, day]),
        public=club.public and bulletin.published,
        kind="article",
        version=bulletin.version,
    )


def _day(bulletin: BulletinTold) -> str:
    return write_date(bulletin.day, "l j F Y")


@require_safe
@never_cache
@people_page
def bulletin_picture(request: HttpRequest, slug: str, day: str) -> HttpResponseBase:
    """Send the picture of a bulletin: its title and its first paragraph."""
    caller = page_caller(request)
    club, on = find_club(slug, caller), bulletins.day_of(day)
    return picture_response(request, lambda: _of_bulletin(bulletins.find(club, on, caller), club))


def _of_bulletin(bulletin: BulletinTold, club: Club) -> SharedPicture:
    sentences = [
        sentence
        for paragraph in bulletin.paragraphs[:1]
        for sentence in SENTENCE_ENDS.split(paragraph)
    ]
    return SharedPicture(
        heading=f"{isolated(club.name)} · {_day(bulletin)}",
        title=bulletin.title,
        sentences=tuple(sentences),
    )
