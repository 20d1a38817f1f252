"""A tournament itself as the API answers it: in a list, at its address, and its log."""

import datetime as dt
from typing import Annotated, TypedDict

from core.answers import Json, Moment, OneOf, answer_from
from games.match.match_json import moment
from tournaments.log_queries import Logged
from tournaments.models import LogEntry, Tournament
from tournaments.queries import PlaceTold
from tournaments.services import (
    seconds_left,
)
from tournaments.state.events import KINDS
from tournaments.view import View


class TimerAnswer(TypedDict):
    """The round's timer."""

    minutes: int
    running: bool
    seconds_left: int


class TournamentLine(TypedDict):
    """A tournament in a list."""

    id: str
    name: str
    club: str
    date: dt.date
    place: str
    public: bool
    game: str
    preset: str
    format: Annotated[str | None, "Null for a past tournament."]
    state: Annotated[str, OneOf(Tournament.State.choices)]
    version: int
    past: bool
    entrants: int
    rounds: int


class PlaceAnswer(TypedDict):
    """A place of a palmarès."""

    rank: int
    name: str
    players: list[str]


class TournamentAnswer(TournamentLine):
    """A tournament."""

    rules: Json
    options: Json
    tie_breaks: list[str]
    seed: Annotated[str | None, "Null for a past tournament."]
    organiser: int | None
    total_rounds: int | None
    timer: TimerAnswer
    room_tables: int | None
    start_at: dt.time | None
    end_by: dt.time | None
    about: str
    contact: str
    price: float | None
    price_per: Annotated[str, OneOf(Tournament.Per.choices)]
    held_by: Annotated[str, "The organiser of a past tournament, by name."]
    people_count: int | None
    team_count: int | None
    picture: str
    palmares: list[PlaceAnswer]
    winner: Annotated[int | None, "By decision, without a final."]
    can_run: bool
    can_score: bool


class LogAnswer(TypedDict):
    """An event of the log."""

    version: int
    kind: Annotated[str, OneOf(KINDS)]
    data: Json | None
    at: Moment
    by: int | None
    by_link: Annotated[
        str | None,
        OneOf(LogEntry.Link.choices),
        "The kind of link of who wrote without an account.",
    ]


class WebhookAnswer(TypedDict):
    """A webhook of the tournament. Its secret is never shown."""

    id: int
    url: str


def line_body(tournament: Tournament, entrants: int, rounds: int) -> TournamentLine:
    """Return a tournament as it is shown in a list."""
    return answer_from(
        TournamentLine,
        tournament,
        club=tournament.club.slug,
        entrants=entrants,
        rounds=rounds,
        format=None if tournament.past else tournament.format,
    )


def tournament_body(view: View) -> TournamentAnswer:
    """Return a tournament as it is shown at its own address."""
    tournament = view.tournament
    return answer_from(
        TournamentAnswer,
        tournament,
        **line_body(tournament, len(view.folded.counted), len(view.rounds)),
        organiser=tournament.organiser_id,
        total_rounds=None if tournament.past else view.round_count,
        seed=None if tournament.past else tournament.seed,
        timer=timer_body(tournament),
        price=tournament.price_figure,
        palmares=[place_body(place) for place in view.places],
        winner=view.folded.winner,
        can_run=view.can_run,
        can_score=view.can_score,
    )


def timer_body(tournament: Tournament) -> TimerAnswer:
    """Return the present state of the round's timer."""
    return {
        "minutes": tournament.timer_minutes,
        "running": tournament.timer_started_at is not None,
        "seconds_left": seconds_left(tournament),
    }


def place_body(place: PlaceTold) -> PlaceAnswer:
    """Return a place of a palmarès."""
    return {"rank": place.rank, "name": place.name, "players": list(place.members)}


def log_body(entry: Logged) -> LogAnswer:
    """Return a line of the log."""
    return {
        "version": entry.version,
        "kind": entry.kind,
        "data": entry.data,
        "at": moment(entry.at),
        "by": entry.by_id,
        "by_link": entry.by_link or None,
    }
