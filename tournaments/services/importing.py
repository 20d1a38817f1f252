"""Imports a tournament from a file: an exported log, which is replayed, or a TRF16 file."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone, translation

from clubs.club_names import called_in
from clubs.models import Club, Player
from core.names import MAX_LENGTH, clean_name, name_key
from games.errors import Denied as NotSeated
from games.errors import NotFound
from games.errors import Refused as GameRefused
from games.services import seating
from tournaments import storage
from tournaments.draws.errors import PairingError
from tournaments.duplicate import deals as duplicates
from tournaments.errors import Refused
from tournaments.files import trf
from tournaments.files.trf_extension import Extension
from tournaments.log_queries import SETTING, TELLING, nobody
from tournaments.models import LogEntry, Tournament
from tournaments.refusals import unread
from tournaments.services import final_places
from tournaments.services.duplicate import boards
from tournaments.services.entrants.entering import note
from tournaments.services.setting import (
    TournamentAsked,
    check_duplicate,
    create,
    made_once,
    put_places,
)
from tournaments.services.writing import WriteOutcome, Writing
from tournaments.state import events
from tournaments.state.errors import StateError
from tournaments.state.events import Event
from tournaments.state.reported_result import ReportedResult
from tournaments.state.tournament import TournamentState
from tournaments.storage import person_key


def import_log(
    *, opening: TournamentAsked, log: Sequence[Event], extra: Mapping[str, Any], by: Writing
) -> WriteOutcome:
    """Make a new tournament from an export, with exactly the same entrants, draws and results.

    Known players whom the caller may not seat become guests, with the name in the file. Raise
    `Refused` `tournament_import_invalid` if the log can't be replayed, or if the stored rows do
    not give the same tournament.
    """

    def fill(tournament: Tournament) -> TournamentState:
        people = _known_people(extra.get("people", {}), tournament.club, by)
        guests = _Guests(extra.get("people", {}))
        lines = [_with_people(event, people, guests) for event in log]
        _set_up(tournament, lines)
        lines = [_with_score(tournament, event) for event in lines]
        folded, done = _replayed(opening, lines)
        options = tournament.options
        check_duplicate(tournament.format, options, opening.game, opening.preset, opening.rules)
        tournament.state = folded.state
        if folded.options.duplicate:
            boards.put_deals(tournament, extra.get("deals") or {})
        if extra.get("palmares"):
            put_places(tournament, extra["palmares"])
        tournament.timer_minutes = extra.get("timer_minutes", 0)
        tournament.timer_left = tournament.timer_minutes * 60
        _keep(tournament, folded, done, extra.get("times", ()), by)
        notes = extra.get("notes", {})
        note(tournament, {int(at): notes[at] for at in notes if at.isascii() and at.isdecimal()})
        return folded

    return _make(opening, by, {"log": [[event.kind, event.data] for event in log]}, fill)


def _set_up(tournament: Tournament, log: Iterable[Event]) -> None:
    """Set the settings of the tournament's row to the last ones in the log.

    This is done before boards are read, because the settings decide how boards are read.
    """
    for event in log:
        if event.kind == "set_up":
            for name in event.data.keys() & {*SETTING, "edition"}:
                setattr(tournament, name, event.data[name])


def _with_score(tournament: Tournament, event: Event) -> Event:
    """Return an event in which the score of a board is computed again from its entry.

    Other events are returned as they are. Raise `Refused` if the entry can't be read.
    """
    if event.kind != "board_played" or event.data.get("entry") is None:
        return event
    try:
        read = boards.read(tournament, event.data["board"], event.data["entry"])
    except (*UNREADABLE, GameRefused, NotFound) as error:
        raise _invalid("log") from error
    return event._replace(data={**event.data, **read.to_json()})


def import_trf(*, opening: TournamentAsked, file: trf.File, by: Writing) -> WriteOutcome:
    """Make a tournament from a TRF16 file: its players, its rounds as drawn there, and its results.

    Raise `Refused` `tournament_import_invalid` if the file can't be imported.
    """

    def fill(tournament: Tournament) -> TournamentState:
        folded, done = _replayed(opening, list(_trf_events(file, opening.options)))
        tournament.state = folded.state
        _keep(tournament, folded, done, (), by)
        return folded

    return _make(opening, by, {"trf": repr(file)}, fill)


def _make(
    opening: TournamentAsked, by: Writing, body: Mapping[str, Any], fill: Any
) -> WriteOutcome:
    def made(fingerprint: str) -> WriteOutcome:
        tournament = create(opening, by, fingerprint)
        folded = fill(tournament)
        if replace(storage.load(tournament), seed=folded.seed) != folded:
            raise _invalid("log")
        return WriteOutcome(tournament, folded)

    return made_once("import", opening, body, by, made)


def _invalid(why: str) -> Refused:
    return Refused("tournament_import_invalid", "content" if why != "log" else "log", why=why)


# The exceptions that malformed data may raise while events are applied. The file is then at
# fault, not the program.
UNREADABLE = (
    AttributeError, StateError, IndexError, KeyError, PairingError, TypeError, ValueError,
)  # fmt: skip


def _replayed(
    opening: TournamentAsked, log: Sequence[Event]
) -> tuple[TournamentState, list[Event]]:
    """Apply the events of a log, without its first event, to the tournament just made.

    Return the state, and the events. Raise `Refused` `tournament_import_invalid` if they can't
    be applied.
    """
    try:
        folded = events.state_of(opening.opened())
        for event in log:
            folded = events.apply(folded, event)
    except UNREADABLE as error:
        raise _invalid(getattr(error, "code", type(error).__name__)) from error
    return folded, list(log)


def _keep(
    tournament: Tournament,
    folded: TournamentState,
    done: Sequence[Event],
    times: Sequence[datetime],
    by: Writing,
) -> None:
    """Store the rows that result from a log, and the log itself with the times given by the
    file.
    """
    bare = replace(folded, entrants=(), rounds=(), order=())
    storage.save(tournament, bare, folded)
    final_places.follow(tournament, bare, folded)
    LogEntry.objects.bulk_create(
        LogEntry(
            tournament=tournament,
            club_id=tournament.club_id,
            version=at + 2,
            kind=event.kind,
            data=event.to_json(),
            at=times[at] if at < len(times) else timezone.now(),
            by=by.caller.account,
        )
        for at, event in enumerate(done)
    )
    tournament.version = len(done) + 1
    tournament.save()
    duplicates.announce(tournament, bare, folded)


# --- The people in a log -----------------------------------------------------------------------


def _known_people(people: Mapping[str, str], club: Club | None, by: Writing) -> dict[int, Player]:
    """Return the file's players who are known here and whom the caller may seat, by number.

    A player counts as known only if the file also has the player's name here.
    """
    players_by_id: dict[int, Player] = {}
    for number, name in people.items():
        if not number.isdecimal() or len(number) > 18:
            continue
        try:
            player = seating.players([int(number)], by.caller)[int(number)]
        except (GameRefused, NotSeated):
            continue
        called_in(club, [player])
        if name in _public_names(player):
            players_by_id[player.pk] = player
    return players_by_id


def _public_names(player: Player) -> set[str]:
    """Return the names under which a file may list a player: one for each language of the site."""
    names = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            names.add(player.public_name)
    return names


class _Guests:
    """Gives names to the file's players who are not known here. Each gets a different name."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names
        self.taken: set[str] = set()

    def of(self, number: int) -> str:
        """Return a name for the player with this number in the file."""
        name = clean_name(self.names.get(str(number)) or "?")
        if name_key(name) in self.taken:
            name = f"{name[: MAX_LENGTH - 20]} ({len(self.taken) + 1})"
        self.taken.add(name_key(name))
        return name


def _with_people(event: Event, known: Mapping[int, Player], guests: _Guests) -> Event:
    """Return an event in which players who are not known here are replaced by guests."""
    if event.kind not in TELLING:
        return event
    try:
        data = [
            {**_entrant(line, known, guests), **_number_of(event.kind, line)}
            for line in event.data["entrants"]
        ]
    except UNREADABLE as error:
        raise _invalid("entrants") from error
    # These flags are copied, because they decide who is a wish and who is on the waiting list.
    return Event(event.kind, {"entrants": data, **_flags(event.data, "signed", "wish", "instead")})


def _flags(data: Mapping[str, Any], *names: str) -> dict[str, bool]:
    return {name: True for name in names if data.get(name) is True}


def _number_of(kind: str, line: Mapping[str, Any]) -> dict[str, int]:
    """Return the number of the entrant that is changed by an item of an event, and the item's
    flags.

    An item of an `entered` event has no number.
    """
    if kind == "entered":
        return {}
    if type(line["entrant"]) is not int:
        raise TypeError("entrant")
    return {"entrant": line["entrant"], **_flags(line, "renewed", "vouched")}


def _entrant(
    line: Mapping[str, Any], known: Mapping[int, Player], guests: _Guests
) -> dict[str, Any]:
    members = [_person(player, guest, known, guests) for player, guest in line.get("members", ())]
    name = _long_name(line["name"])
    seed, club, rating = line.get("seed"), line.get("club", ""), line.get("rating")
    if not isinstance(club, str) or len(club) > MAX_LENGTH:
        raise ValueError("club")
    if seed is not None and not (type(seed) is int and 0 < seed < 2**15):
        raise ValueError("seed")
    if rating is not None and not isinstance(rating, int | float):
        raise ValueError("rating")
    return {
        "name": name,
        "key": name_key(name),
        "named": bool(line.get("named")),
        "seed": seed,
        "club": club,
        **({"rating": rating} if rating is not None else {}),
        "players": [person_key(player, guest) for player, guest in members],
        "members": [list(member) for member in members],
    }


def _long_name(raw: str) -> str:
    """Return a cleaned name. It may consist of several people's names, joined by « & »."""
    parts = [clean_name(part) for part in raw.split(" & ")]
    if len(parts) > 2 and len(raw) > MAX_LENGTH:
        raise Refused("name_too_long", "name")
    return " & ".join(parts)


def _person(
    player: int | None, guest: str, known: Mapping[int, Player], guests: _Guests
) -> tuple[int | None, str]:
    if player is None:
        return None, clean_name(guest)
    if player in known:
        return player, ""
    return None, guests.of(player)


# --- TRF16 files -------------------------------------------------------------------------------


def _trf_events(file: trf.File, options: Mapping[str, Any]) -> Iterable[Event]:
    """Yield a file's events: its players enter, rounds are played, and rests for later rounds are
    asked for.

    With the option `open_rounds` all of the file's rounds are one, played in any order.
    """
    own = file.extension
    numbers = own.numbers if own else {}
    players = sorted(file.players, key=lambda player: numbers.get(player.number, player.number))
    if not own:
        numbers = {player.number: at for at, player in enumerate(players, start=1)}
    # A player who came after the first draw has a seed, but no place in the order of the first
    # draw.
    place = {rank: at for at, rank in enumerate(own.seeding, start=1)} if own else {}
    order = [numbers[rank] for rank in sorted(numbers)[: own.first]] if own else []
    entrants = list(_trf_entrants(players, place))
    yield from _trf_entered(dict(zip(sorted(numbers.values()), entrants, strict=True)))
    try:
        rounds = [
            _TrfRound(
                [_numbered(table, numbers) for table in trf.round_of(file, at)],
                _own_scores(own, at, numbers),
                at + 1,
            )
            for at in range(file.drawn)
        ]
    except trf.TrfError as error:
        raise _invalid(unread(error)) from error
    at_once = [rounds] if options.get("open_rounds") and rounds else []
    for number, parts in enumerate(at_once or [[played] for played in rounds], start=1):
        yield from _trf_round(number, parts, order if number == 1 else ())
    for rank, state in sorted(own.gone.items()) if own else ():
        yield Event("entrant_state", {"entrant": numbers[rank], "state": state})
    if not at_once:
        yield from _trf_rests(file, numbers)


@dataclass(frozen=True, slots=True)
class _TrfRound:
    """A round of a file. `scores` are from our own comment line, by the first side's entrant."""

    tables: Sequence[trf.TrfTable]
    scores: Mapping[int, tuple[float, ...]]
    number: int


def _trf_entered(entrants: Mapping[int, Mapping[str, Any]]) -> Iterable[Event]:
    """Yield the events that enter the players under their numbers.

    A number without a player belonged to a deleted entrant. Such an entrant is entered and
    deleted again.
    """
    numbers = range(1, max(entrants) + 1)
    yield Event(
        "entered", {"entrants": [entrants.get(number) or nobody(number) for number in numbers]}
    )
    for number in numbers:
        if number not in entrants:
            yield Event("entrant_deleted", {"entrant": number})


def _own_scores(own: Extension | None, at: int, numbers: Mapping[int, int]) -> dict[int, Any]:
    """Return the scores of a round from our own comment line of the file (none without the line).

    The key is the number of the first side's entrant.
    """
    scores_by_rank = own.scores[at] if own and at < len(own.scores) else {}
    return {numbers[rank]: scores for rank, scores in scores_by_rank.items() if rank in numbers}


def _trf_rests(file: trf.File, numbers: Mapping[int, int]) -> Iterable[Event]:
    """Yield the events for byes and absences that were asked for in rounds that are not drawn
    yet.
    """
    last = max((len(player.games) for player in file.players), default=0)
    for at in range(file.drawn, last):
        rests = {
            str(numbers[player.number]): worth
            for player in file.players
            if at < len(player.games)
            and (worth := trf.asked_worth(player.games[at][1])) is not None
        }
        if rests:
            yield Event("rests_asked", {"round": at + 1, "rests": rests})


def _trf_entrants(
    players: Sequence[trf.TrfPlayer], place: Mapping[int, int]
) -> Iterable[dict[str, Any]]:
    """Yield the players as entrants. `place` has the seeds that are known, by starting rank."""
    seen: set[str] = set()
    for player in players:
        name = clean_name(player.name)
        if name_key(name) in seen:
            name = f"{name} ({player.number})"
        seen.add(name_key(name))
        yield {
            "name": name,
            "key": name_key(name),
            "seed": place.get(player.number, player.number),
            **({"rating": player.rating} if player.rating else {}),
        }


def _numbered(table: trf.TrfTable, numbers: Mapping[int, int]) -> trf.TrfTable:
    sides = tuple(tuple(numbers[rank] for rank in side) for side in table.sides)
    return replace(
        table, sides=sides, forfeit=tuple(sorted(numbers[rank] for rank in table.forfeit))
    )


def _trf_round(number: int, parts: Sequence[_TrfRound], order: Sequence[int]) -> Iterable[Event]:
    """Yield the events of a round, or of several `parts` of the file that are one round.

    Scores of our own comment line are used if they agree with the result letters. `order` is the
    order of the first draw, or empty if the entrants are drawn in the order of the seeds.
    """
    placed = [(table, part) for part in parts for table in part.tables]
    if len(parts) > 1:
        # As they are drawn: the rests last.
        placed.sort(key=lambda pair: len(pair[0].sides) == 1)
    tables = [table for table, _part in placed]
    seated: dict[str, Any] = {"tables": [[list(side) for side in table.sides] for table in tables]}
    rests = {str(table.sides[0][0]): table.rest for table in tables if table.rest is not None}
    seated |= {"rests": rests} if rests else {}
    seated |= {"rounds": [part.number for _table, part in placed]} if len(parts) > 1 else {}
    yield Event("seated", seated | ({"order": list(order)} if order else {}))
    open_ = False
    for at, (table, part) in enumerate(placed, start=1):
        if table.scores is None and not table.forfeit:
            open_ = open_ or len(table.sides) > 1
            continue
        result = ReportedResult(_behind(table, part.scores) or table.scores or (), table.forfeit)
        yield Event("reported", {"round": number, "table": at}, result)
    if not open_:
        yield Event("closed", {"round": number})


def _behind(table: trf.TrfTable, own: Mapping[int, tuple[float, ...]]) -> tuple[float, ...]:
    """Return the scores of a table in `own`, if they agree with the result letters; otherwise
    none.
    """
    scores, result = own.get(table.sides[0][0], ()), table.scores or ()
    if len(scores) != 2 or len(result) != 2:
        return ()
    same = (scores[0] > scores[1], scores[0] < scores[1]) == (
        result[0] > result[1],
        result[0] < result[1],
    )
    return tuple(int(score) if score == int(score) else score for score in scores) if same else ()
