"""Tournaments and challenges as their shared addresses show them: title, description, picture."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.formats import time_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.callers import Caller
from core.dates import write_date
from core.names import isolated
from core.sharing.link_preview import LinkPreview, in_one_line
from core.sharing.picture import PictureRow, SharedPicture
from games.presentation.wording import figure
from games.registry.installed import game_of
from tournaments import permissions
from tournaments.challenges.presentation import ChallengeRow, rows_of
from tournaments.challenges.queries import ChallengeTable
from tournaments.formats.descriptions import name_of
from tournaments.models import Challenge, Tournament
from tournaments.presentation.ranking import RankView, podium, ranked
from tournaments.view import View

# The most places on a picture, and in a description.
PLACES, TOLD = 6, 3


def tournament_preview(view: View) -> LinkPreview:
    """Return the preview of a tournament: its podium, or how far it is."""
    tournament = view.tournament
    places = [f"{rank}. {isolated(name)}" for rank, name, _points in _places(view)[:TOLD]]
    return LinkPreview(
        title=tournament.name,
        description=in_one_line(
            f"{isolated(tournament.club.name)} · {_what(view)} · {_when(tournament)}.",
            f"{_state(view)}.",
            f"{', '.join(places)}." if places else "",
        ),
        page=reverse("tournaments:tournament", args=[tournament.pk]),
        picture=reverse("tournaments:picture", args=[tournament.pk]),
        public=permissions.can_see(tournament, Caller()),
        version=tournament.version,
    )


def tournament_picture(view: View) -> SharedPicture:
    """Return the picture of a tournament: its podium, or its present standings."""
    tournament = view.tournament
    over = tournament.state == Tournament.State.FINISHED
    return SharedPicture(
        heading=f"{isolated(tournament.club.name)} · {_when(tournament)}",
        title=tournament.name,
        rows=tuple(
            PictureRow(f"{rank}. {isolated(name)}", points, over and rank == 1)
            for rank, name, points in _places(view)[:PLACES]
        ),
        sentences=(_what(view), _state(view)),
    )


def _places(view: View) -> list[tuple[int, str, str]]:
    """Return (rank, name, points) of the podium, or of the first while the tournament runs.

    While a bracket is played, everybody in it shares a rank, so there are none.
    """
    if view.tournament.state == Tournament.State.FINISHED:
        points = {row.name: row.points for row in _first(view)}
        return [(place.rank, place.name, points.get(place.name, "")) for place in podium(view)]
    if view.way.bracket is not None or not view.rounds:
        return []
    return [(row.rank, row.name, row.points) for row in _first(view)]


def _first(view: View) -> Sequence[RankView]:
    if view.places or not view.rounds:
        return ()
    return ranked(view, 0, PLACES, why=False)


def _what(view: View) -> str:
    """Return the game and the format: « Jeu du 10 · Suisse ». A past tournament has no format."""
    if view.tournament.past:
        return str(game_of(view.tournament.game).name)
    return f"{game_of(view.tournament.game).name} · {name_of(view.tournament.format)}"


def _when(tournament: Tournament) -> str:
    """Return the day of a tournament, with its hour and place if they are known."""
    day = write_date(tournament.date, "l j F Y")
    if tournament.start_at:
        day = f"{day}, {time_format(tournament.start_at, 'TIME_FORMAT')}"
    return " · ".join(filter(None, (day, tournament.place and isolated(tournament.place))))


def _state(view: View) -> str:
    """Return how far a tournament is, and how many entrants it has."""
    state = str(capfirst(view.tournament.get_state_display()))
    rounds, count = view.rounds, view.round_count
    if view.tournament.state == Tournament.State.RUNNING and rounds and not view.way.declared:
        number = {"number": figure(rounds[-1].number), "count": figure(count)}
        state = _("Ronde %(number)s sur %(count)s") if count else _("Ronde %(number)s")
        state %= number
    entrants = len(view.folded.counted)
    if not entrants:
        return state
    many = ngettext("%(count)s inscrit", "%(count)s inscrits", entrants)
    return f"{state} · {many % {'count': figure(entrants)}}"


def challenge_preview(table: ChallengeTable) -> LinkPreview:
    """Return the preview of a challenge: who leads it, or who won it."""
    challenge = table.challenge
    leaders = [f"{row.rank}. {_people(row)}, {row.total}" for row in _rows(table)[:TOLD]]
    return LinkPreview(
        title=challenge.name,
        description=in_one_line(
            f"{_clubs(challenge)} · {_dates(challenge)}.",
            f"{' ; '.join(leaders)}." if leaders else _("Aucune soirée encore."),
        ),
        page=reverse("tournaments:challenge", args=[challenge.pk]),
        picture=reverse("tournaments:challenge-picture", args=[challenge.pk]),
        public=challenge.club.public and all(club.public for club in challenge.clubs.all()),
    )


def challenge_picture(table: ChallengeTable) -> SharedPicture:
    """Return the picture of a challenge: the first lines of its table."""
    challenge = table.challenge
    over = challenge.frozen_at is not None
    evenings = len(table.played.descriptions)
    many = ngettext("%(count)s soirée", "%(count)s soirées", evenings)
    return SharedPicture(
        heading=f"{_clubs(challenge)} · {_dates(challenge)}",
        title=challenge.name,
        rows=tuple(
            PictureRow(f"{row.rank}. {_people(row)}", row.total, over and row.rank == 1)
            for row in _rows(table)
        ),
        sentences=(many % {"count": figure(evenings)},),
    )


def _rows(table: ChallengeTable) -> list[ChallengeRow]:
    return rows_of(table, table.lines[:PLACES])


def _people(row: ChallengeRow) -> str:
    return " & ".join(isolated(person.name) for person in row.people)


def _clubs(challenge: Challenge) -> str:
    clubs = (challenge.club, *challenge.clubs.all())
    return ", ".join(isolated(club.name) for club in clubs)


def _dates(challenge: Challenge) -> str:
    return f"{write_date(challenge.first)} – {write_date(challenge.last)}"
