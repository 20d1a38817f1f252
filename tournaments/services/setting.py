"""Writes that make a tournament, change its settings or palmarès, or delete a draft."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.lists.near import Directory
from clubs.models import Club
from clubs.queries import directory_of
from core.exactly_once import fingerprint_of, first_write, once
from core.keyed import delete_rows
from core.names import name_key
from games.models import started_id
from games.registry.game import Game, Preset
from games.registry.installed import game_of
from games.services.starting import build_rules
from jobs.extras import missing_for
from tournaments import log_queries, queries, storage
from tournaments.calendar import hours
from tournaments.draws.field import EDITION
from tournaments.draws.ranking.records import bonus_of
from tournaments.duplicate.deals import BY_SITE
from tournaments.errors import Denied, Refused
from tournaments.formats.installed import format_of
from tournaments.formats.rotation.boards import MOST_BOARDS
from tournaments.log_queries import AROUND, GAME, INVITING, PAST, ROOM, SETTING
from tournaments.matches import target_of
from tournaments.models import (
    LogEntry,
    Place,
    PlacePerson,
    Tournament,
    new_deals_secret,
    new_seed,
)
from tournaments.services.writing import WriteOutcome, Writing, demand, write
from tournaments.state.events import Event, apply
from tournaments.state.options import ANY_FORMAT, state_of, usual_tie_breaks
from tournaments.state.rounds import is_over
from tournaments.state.tournament import TournamentState


@dataclass(frozen=True, slots=True)
class TournamentAsked:
    """The values for a new tournament. Their types have been checked, the rules of the game have
    not.
    """

    name: str
    club: Club
    game: Game
    preset: Preset
    rules: Mapping[str, Any] = field(default_factory=dict)
    date: dt.date | None = None
    place: str = ""
    public: bool = True
    room_tables: int | None = None
    start_at: dt.time | None = None
    end_by: dt.time | None = None
    about: str = ""
    contact: str = ""
    price: int | None = None
    price_per: str = Tournament.Per.ENTRANT
    held_by: str = ""
    people_count: int | None = None
    team_count: int | None = None
    picture: str = ""
    format: str = "swiss"
    options: Mapping[str, Any] = field(default_factory=dict)
    # The criteria of the standings; None for the format's usual ones.
    tie_breaks: Sequence[str] | None = None
    seed: str = ""
    state: str = "registration"
    edition: int = EDITION

    def body(self) -> dict[str, Any]:
        """Return the request as plain data. The fingerprint of the write is made from it too."""
        return {
            "name": self.name,
            "club": self.club.slug,
            "game": self.game.slug,
            "preset": self.preset.slug,
            "rules": dict(self.rules),
            "date": self.date.isoformat() if self.date else None,
            "place": self.place,
            "public": self.public,
            "format": self.format,
            "options": dict(self.options),
            "tie_breaks": list(self.tie_breaks or usual_tie_breaks(self.format)),
            "seed": self.seed,
            "state": self.state,
            # A setting of the room that is not given is left out. Requests made before these
            # settings existed did not have them, and must keep the same fingerprint.
            **{name: _plain_value(value) for name in ROOM if (value := getattr(self, name))},
            **self.more(),
        }

    def more(self) -> dict[str, Any]:
        """Return what people are told, and what is known of a past tournament, if it was given."""
        values = {name: getattr(self, name) for name in (*INVITING, *PAST)}
        return {
            name: value
            for name, value in values.items()
            if value not in ("", None, Tournament.Per.ENTRANT)
        }

    def opened(self) -> dict[str, Any]:
        """Return the data of the log's first event, `opened`."""
        options = played_to(self.format, self.options, self.game, self.preset, self.rules)
        return {**self.body(), "options": options, "edition": self.edition}


def make(
    *, opening: TournamentAsked, by: Writing, beside: Mapping[str, Any] | None = None
) -> WriteOutcome:
    """Make a tournament of a club.

    `beside` is other data of the same request, which becomes part of its fingerprint. If the
    `client_id` (unique on the site) was used before, return the first answer. Raise `Denied` if
    the caller may not run tournaments of the club, `Refused` for impossible rules or
    `option_invalid`, or `ClientIdReused` if the `client_id` was used for another request.
    """
    return made_once(
        "make", opening, beside or {}, by, lambda fingerprint: _opened(opening, by, fingerprint)
    )


def _opened(opening: TournamentAsked, by: Writing, fingerprint: str) -> WriteOutcome:
    tournament = create(opening, by, fingerprint)
    check_duplicate(opening.format, opening.options, opening.game, opening.preset, opening.rules)
    check_options(opening.format, opening.options)
    check_open_rounds(opening.options)
    hours.check(tournament.date, opening.start_at, opening.end_by, "end_by")
    return WriteOutcome(tournament, storage.load(tournament))


def made_once(
    action: str,
    opening: TournamentAsked,
    body: Mapping[str, Any],
    by: Writing,
    fill: Callable[[str], WriteOutcome],
) -> WriteOutcome:
    """Make a tournament in one transaction. If the `client_id` was used before, return the first
    answer.

    `action` and `body` become part of the request's fingerprint. `fill` gets the fingerprint and
    makes the tournament. Raise `Denied` if the caller may not run tournaments of the club.
    """
    fingerprint = fingerprint_of(action, None, {**opening.body(), **body})

    def make() -> WriteOutcome:
        if not by.caller.may("run_tournaments", opening.club):
            raise Denied("run_needed")
        check_rules(opening.game, opening.preset, opening.rules)
        return fill(fingerprint)

    return once(lambda: first_made(by, fingerprint), make)


def first_made(by: Writing, fingerprint: str) -> WriteOutcome | None:
    """Return the answer to the first write with this `client_id`; None if there was none."""
    opened = LogEntry.objects.filter(version=1).select_related("tournament__club")
    first = first_write(opened, by.client_id, fingerprint, at="tournament__client_id")
    if first is None:
        return None
    return WriteOutcome(*log_queries.as_it_was(first.tournament, 1), repeated=True)


def create(opening: TournamentAsked, by: Writing, fingerprint: str = "") -> Tournament:
    """Store a new tournament and the first line of its log. The caller has opened a transaction."""
    body = opening.opened()
    seed = opening.seed or new_seed()
    check_setting({**body, "seed": seed})
    tournament = Tournament.objects.create(
        id=started_id(Tournament.objects.all(), by.client_id),
        **{
            name: body[name]
            for name in (*AROUND, *GAME, *SETTING, "edition", "state")
            if name not in ("date", "screen", *ROOM, *INVITING, *PAST)
        }
        | {name: getattr(opening, name) for name in (*ROOM, *INVITING, *PAST)}
        | {"date": opening.date or timezone.localdate(), "seed": seed},
        club=opening.club,
        organiser=by.caller.account,
        client_id=by.client_id,
        deals_secret=new_deals_secret() if body["options"].get("duplicate") else "",
    )
    LogEntry.objects.create(
        tournament=tournament,
        club_id=tournament.club_id,
        version=1,
        kind="opened",
        data={**body, "seed": seed, "date": tournament.date.isoformat()},
        by=by.caller.account,
        fingerprint=fingerprint,
    )
    return tournament


def played_to(
    format_: str,
    options: Mapping[str, Any],
    game: Game,
    preset: Preset | None,
    rules: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the options, completed by `target`, if the score of a rest depends on it.

    `target` is the score to which a table is played.
    """
    without_target = {name: value for name, value in options.items() if name != "target"}
    if format_of(format_).counting != "bonus" or "bye_score" in without_target or preset is None:
        return without_target
    target = options.get("target") or target_of(game, preset, rules, without_target)
    return {**without_target, "target": target} if target else without_target


def check_rules(game: Game, preset: Preset, rules: Mapping[str, Any]) -> None:
    """Raise `Refused` if the rules can't be played.

    They are checked for the least number of players that has no fault, or else for the greatest.
    """
    seats = game.seats.least
    most = game.seats.most or seats
    while seats < most and game.rules.faults(game.rules.model(**{**preset.values, **rules}), seats):
        seats += 1
    build_rules(game, preset, rules, seats)


def check_setting(setting: Mapping[str, Any]) -> None:
    """Raise `Refused` `option_invalid` if the format can't read the options.

    The API and the forms have already checked the types of the options.
    """
    try:
        state_of(setting)
    except (KeyError, TypeError, ValueError) as error:
        raise Refused("option_invalid", "options") from error


def check_options(format_: str, options: Mapping[str, Any]) -> None:
    """Raise `Refused` `option_unknown` if the format does not have an option. None counts as not
    given.

    An import does not call this, because older files may contain such options. They have no
    effect.
    """
    for name, value in options.items():
        if value is not None and name not in (*format_of(format_).options, *ANY_FORMAT):
            raise Refused("option_unknown", f"options.{name}", option=name)


def check_open_rounds(options: Mapping[str, Any]) -> None:
    """Refuse to publish rounds at once that are drawn from results: `open_rounds_not_possible`."""
    if options.get("open_rounds") and options.get("pool_style") == "barrage":
        raise Refused("open_rounds_not_possible", "options.open_rounds")


def check_duplicate(
    format_: str,
    options: Mapping[str, Any],
    game: Game,
    preset: Preset | None,
    rules: Mapping[str, Any],
) -> None:
    """Raise `Refused` if the tournament is a duplicate but can't be one.

    The codes are `duplicate_not_possible` if the format or the game does not allow it,
    `par_not_possible` if the rules have no par, and `deals_too_many` if there are more deals
    than the site can number.
    """
    method = options.get("duplicate")
    if not method:
        return
    way, duplicate = format_of(format_), game.duplicate
    read = state_of({"format": format_, "options": options}).options
    if way.calendar is None or way.many(read) or duplicate is None:
        raise Refused("duplicate_not_possible", "options.duplicate")
    values = preset.values if preset else {}
    if method == "par" and not duplicate.has_par(game.rules.model(**{**values, **rules})):
        raise Refused("par_not_possible", "options.duplicate")
    if method == "par" and missing_for(duplicate.compiled):
        raise Refused("analysis_missing", "options.duplicate")
    if (read.rounds or 1) * (read.deals or 1) >= MOST_BOARDS:
        raise Refused("deals_too_many", "options.deals", most=MOST_BOARDS - 1)


def set_up(*, tournament_id: str, changes: Mapping[str, Any], by: Writing) -> WriteOutcome:
    """Change a tournament's settings: name, date, place, who may see it, and how it is played.

    How it is played may change only before the first draw (`already_drawn`). But the number of
    rounds, and the tie-breaks after the first criterion, may change until the last round is
    drawn. If all rounds of a new number are closed already, the tournament is finished. `state`
    finishes the tournament early, reopens it, or opens its registration. `winner` declares the
    winner if nobody won the final (`winner_known` otherwise).
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        yield from _described(tournament, changes)
        setting = {name: changes[name] for name in SETTING if name in changes}
        if setting or _hangs_on_rules(folded, changes):
            event = _setting_event(tournament, folded, setting)
            yield event
            if folded.rounds and is_over(apply(folded, event)):
                yield Event("state", {"state": "finished"})
        game = game_of(tournament.game)
        options, preset = tournament.options, game.preset(tournament.preset)
        check_duplicate(tournament.format, options, game, preset, tournament.rules)
        check_options(tournament.format, setting.get("options") or {})
        check_open_rounds(options)
        if "winner" in changes and changes["winner"] != folded.winner:
            yield Event("decided", {"winner": changes["winner"]})
        if "state" in changes and changes["state"] != folded.state:
            yield Event("state", {"state": changes["state"]})

    body = ("set_up", _plain(changes))
    return write(tournament_id, by, body, plan, named=("entrant_unknown",))


def _hangs_on_rules(folded: TournamentState, changes: Mapping[str, Any]) -> bool:
    """Return whether a rest may have another value after a change of the game or its rules."""
    return folded.options.counting == "bonus" and any(name in changes for name in GAME)


def _described(tournament: Tournament, changes: Mapping[str, Any]) -> Iterable[Event]:
    """Change the columns on which the tournament's state does not depend, and yield the event.

    Raise `Refused` `already_drawn` if the game or its rules change after the first draw.
    """
    columns = {name: changes[name] for name in (*AROUND, *GAME) if name in changes}
    if not columns:
        return
    if any(name in columns for name in GAME) and tournament.order:
        raise Refused("already_drawn", next(name for name in GAME if name in columns))
    for name, value in columns.items():
        setattr(tournament, name, value)
    if columns.keys() & {"date", "start_at", "end_by"}:
        hours.check(tournament.date, tournament.start_at, tournament.end_by, "end_by")
    yield Event("described", _plain(columns))


def _setting_event(
    tournament: Tournament, folded: TournamentState, setting: Mapping[str, Any]
) -> Event:
    new_options = setting.get("options", {})
    stays = setting.get("format", folded.format) == folded.format
    # An option whose value is None counts as not given.
    merged = {**(tournament.options if stays else {}), **new_options}
    options = {name: value for name, value in merged.items() if value is not None}
    format_ = setting.get("format", folded.format)
    usual = folded.tie_breaks == usual_tie_breaks(folded.format)
    tie_breaks = usual_tie_breaks(format_) if usual else folded.tie_breaks
    whole = {
        "format": format_,
        "options": _settled(tournament, folded, format_, options, new_options),
        "tie_breaks": list(setting.get("tie_breaks", tie_breaks)),
        "seed": setting.get("seed", folded.seed),
        # Before the first draw, a change of settings moves the tournament to the present
        # edition, whose defaults the page shows. After the first draw a tournament keeps its
        # edition.
        "edition": folded.options.edition if folded.order else EDITION,
    }
    check_setting(whole)
    dealer = options.get("deals_by", BY_SITE) != tournament.options.get("deals_by", BY_SITE)
    if folded.order and folded.options.duplicate and dealer:
        # This is checked here, because the event does not say who deals. The site's cards may be
        # printed already.
        raise Refused("already_drawn", "options.deals_by")
    for name, value in whole.items():
        setattr(tournament, name, value)
    # The settings that were asked for come first. If several are refused, the refusal names one
    # of these.
    return Event("set_up", {name: whole[name] for name in (*setting, *whole)})


def _settled(
    tournament: Tournament,
    folded: TournamentState,
    format_: str,
    options: Mapping[str, Any],
    new_options: Mapping[str, Any],
) -> Mapping[str, Any]:
    """Return the options, completed by computed ones: the target or, after the first draw, the
    bonus.
    """
    if not folded.order:
        game = game_of(tournament.game)
        given = {name: value for name, value in options.items() if name != "target"}
        if new_options.get("target"):
            given["target"] = new_options["target"]
        preset = game.preset(tournament.preset)
        return played_to(format_, given, game, preset, tournament.rules)
    if folded.options.counting == "bonus" and options.get("rounds") != folded.options.rounds:
        return {"bonus": bonus_of(folded.options), **options}
    return options


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _plain_value(value) for name, value in values.items()}


def _plain_value(value: Any) -> Any:
    return value.isoformat() if isinstance(value, dt.date | dt.time) else value


def delete(*, tournament_id: str, by: Writing) -> None:
    """Delete a tournament that has neither rounds nor places. Raise `Refused` `not_a_draft`
    otherwise.
    """
    with transaction.atomic():
        tournament = queries.find(tournament_id, by.caller, lock=True)
        demand(tournament, by, "run")
        if tournament.rounds.exists() or tournament.places.exists():
            raise Refused("not_a_draft")
        tournament.delete()


def palmares(
    *, tournament_id: str, places: Sequence[Mapping[str, Any]], by: Writing
) -> WriteOutcome:
    """Enter the podium of a past tournament. It replaces the podium that was entered before.

    Raise `Refused` `has_rounds` if the tournament was played here, or `rank_missing` or
    `entrant_repeated`.
    """

    def plan(tournament: Tournament, folded: TournamentState) -> Iterable[Event]:
        if folded.rounds:
            raise Refused("has_rounds")
        _check_places(places)
        put_places(tournament, places, directory_of(tournament.club, by.caller))
        yield Event("palmares", {"places": [dict(place) for place in places]})
        if folded.state != "finished":
            yield Event("state", {"state": "finished"})

    return write(tournament_id, by, ("palmares", {"places": list(places)}), plan)


def _check_places(places: Sequence[Mapping[str, Any]]) -> None:
    if places and min(place["rank"] for place in places) != 1:
        raise Refused("rank_missing", "rank")
    seen: set[str] = set()
    for at, place in enumerate(places):
        key = name_key(place["name"])
        if key in seen:
            raise Refused("entrant_repeated", f"{at}.name", name=place["name"])
        seen.add(key)


def put_places(
    tournament: Tournament,
    places: Sequence[Mapping[str, Any]],
    known: Directory | None = None,
) -> None:
    """Replace the places of a tournament's palmarès.

    People with a name of `known`, the club's list, are these players; the others are guests.
    """
    tournament.past = True
    delete_rows(Place.objects.all(), tournament=tournament)
    of = {"tournament": tournament, "club_id": tournament.club_id}
    rows = Place.objects.bulk_create(
        Place(
            **of,
            rank=place["rank"],
            name=place["name"],
            players=list(place.get("players", ())),
        )
        for place in places
    )
    seen: set[int] = set()
    people = []
    for row in rows:
        for position, name in enumerate(row.players or [row.name]):
            person = known.find(name)[0] if known else None
            # A person has one place of a palmarès. A second one is a namesake's.
            player = None if person is None or person.player in seen else person.player
            seen |= {player} if player else set()
            people.append(
                PlacePerson(**of, place=row, position=position, guest_name=name, player_id=player)
            )
    PlacePerson.objects.bulk_create(people)
