"""Tests of boards in the log.

They are entered, corrected at random and replayed, and the standings are counted in another way.
"""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from tests.tournaments.state.logs import refused
from tournaments.draws.ranking.criteria import Ledger
from tournaments.draws.ranking.standings import standings
from tournaments.formats.rotation.boards import of_table
from tournaments.state import rounds
from tournaments.state.errors import StateError
from tournaments.state.events import Event, apply, replay
from tournaments.state.reported_result import ReportedResult

OPENED = {"format": "rotation", "seed": "soir", "options": {}, "edition": 2}


class Log:
    """A tournament and the events from which it was folded."""

    def __init__(self, count, **options):
        opening = {**OPENED, "options": {"movement": "howell", "deals": 2, **options}}
        self.events = [Event("opened", opening)]
        self.now = replay(self.events)
        names = [{"name": f"P{number}"} for number in range(count)]
        self.put("entered", entrants=names)

    def put(self, kind, **data):
        """Apply an event and add it to the log."""
        event = Event(kind, data)
        self.now = apply(self.now, event)
        self.events.append(event)


def entry(score):
    return {"entry": {"bid": 50}, "score": score, "side": None}


def played(log, random):
    """Play every round to the end. There are only few different scores, so that some are equal."""
    while log.now.state != "finished":
        log.put("drawn")
        drawn = log.now.rounds[-1]
        log.put("published", round=drawn.number)
        for seated in drawn.tables:
            for board in of_table(seated.table, log.now.options):
                score = random.choice([-110, -50, 20, 20, 50, 70, 500])
                at = {"round": drawn.number, "table": seated.number, "board": board}
                log.put("board_played", **at, **entry(score))
        log.put("closed", round=drawn.number)


def counted_anew(log, method):
    """Return every entrant's value, computed from the events by the wording of the definitions."""
    sides = {
        (drawn.number, seated.number): seated.table.sides
        for drawn in log.now.rounds
        for seated in drawn.tables
    }
    last = {}
    pars = {}
    for event in log.events:
        if event.kind == "board_played":
            data = event.data
            last[data["board"], data["round"], data["table"]] = data["score"]
        if event.kind == "boards_solved":
            pars |= event.data["pars"]
    by_board = {}
    for (board, number, table), score in sorted(last.items()):
        if score is not None:
            by_board.setdefault(board, []).append((sides[number, table], score))
    most = max(map(len, by_board.values()))
    values = {}
    for board, results in by_board.items():
        scores = sorted(score for _sides, score in results)
        middle = scores[1:-1] if len(scores) > 3 else scores
        for at, ((first, second), score) in enumerate(results):
            others = [other for place, (_sides, other) in enumerate(results) if place != at]
            if method == "matchpoints":
                points = sum(2 if score > other else 1 if score == other else 0 for other in others)
                top = Fraction(most, len(results)) * (points + 1) - 1
                ours = 100 * top / (2 * most - 2)
                theirs = 100 - ours
            else:
                base = Fraction(sum(middle), len(middle))
                ours = score - (Fraction(pars[str(board)]) if method == "par" else base)
                theirs = -ours
            for members, value in ((first, ours), (second, theirs)):
                for entrant in members:
                    values.setdefault(entrant, []).append(value)
    share = method == "matchpoints"
    return {entrant: sum(own) / (len(own) if share else 1) for entrant, own in values.items()}


@pytest.mark.parametrize("method", ["matchpoints", "butler", "par"])
@pytest.mark.parametrize(("count", "movement"), [(7, "howell"), (10, "howell"), (8, "mitchell")])
def test_the_standing_is_that_of_another_computation_after_random_corrections(
    count, movement, method
):
    random = Random(f"{count} {movement} {method}")
    log = Log(count, movement=movement, duplicate=method)
    played(log, random)
    boards = sorted(log.now.field().opened)
    log.put(
        "boards_solved", pars={str(number): random.choice([-20, 0, 40, 60]) for number in boards}
    )
    at = [event.data for event in log.events if event.kind == "board_played"]
    for _correction in range(25):
        data = random.choice(at)
        score = random.choice([None, -500, -110, 0, 20, 90])
        change = {**data, **entry(score), "entry": None if score is None else {"bid": 55}}
        log.put("board_played", **change)
    field = log.now.field()
    assert {entrant: value for entrant, value in Ledger(field).points.items() if value} == {
        entrant: value for entrant, value in counted_anew(log, method).items() if value
    }
    rows = log.now.way.standings(field)
    points = [Ledger(field).points[row.entrant] for row in rows]
    assert points == sorted(points, reverse=True)
    assert [row.rank for row in rows] == [
        sum(other > mine for other in points) + 1 for mine in points
    ]
    # Replaying the log gives the same state.
    assert replay(log.events) == log.now


def test_what_is_not_open_counts_for_nobody():
    log = Log(8, duplicate="matchpoints")
    log.put("drawn")
    log.put("published", round=1)
    for seated in log.now.rounds[0].tables:
        for board in of_table(seated.table, log.now.options):
            at = {"round": 1, "table": seated.number, "board": board}
            log.put("board_played", **at, **entry(70))
    log.put("closed", round=1)
    assert not log.now.field().opened
    assert set(Ledger(log.now.field()).points.values()) == {0}
    # When the tournament is finished early, all its boards are open.
    log.put("state", state="finished")
    assert set(Ledger(log.now.field()).points.values()) == {50}


def play(log, *, close=True):
    """Draw and publish a round, play all its boards, and close it unless `close` is False."""
    log.put("drawn")
    drawn = log.now.rounds[-1]
    log.put("published", round=drawn.number)
    for seated in drawn.tables:
        for board in of_table(seated.table, log.now.options):
            at = {"round": drawn.number, "table": seated.number, "board": board}
            log.put("board_played", **at, **entry(70))
    if close:
        log.put("closed", round=drawn.number)


def test_finished_during_a_round_its_boards_wait_for_its_close():
    log = Log(4, movement="teams", duplicate="butler", rounds=3)
    play(log)
    play(log, close=False)
    log.put("state", state="finished")
    # A round has two boards. Those of round 1 are open, those of the running round 2 are not, and
    # round 3 was never drawn.
    assert log.now.field().opened == {1, 2}
    log.put("state", state="running")
    log.put("closed", round=2)
    assert log.now.field().opened == {1, 2, 3, 4}


def test_what_was_told_is_not_played_again():
    log = Log(8, duplicate="butler")
    play(log)
    assert not log.now.field().opened
    # The sets of the first round are open now, but later rounds of a Howell would play them again.
    log.put("state", state="finished")
    assert log.now.field().opened
    for kind, data, field in (
        ("state", {"state": "running"}, "state"),
        ("taken_back", {"round": 1, "table": 1}, None),
    ):
        with pytest.raises(StateError, match="boards_told"):
            log.put(kind, **data)
        assert refused(log.now, kind, data) == ("boards_told", field, {})
    assert replay(log.events) == log.now


def test_fewer_rounds_tell_boards_and_then_there_are_no_more():
    log = Log(8, duplicate="butler")
    play(log)
    play(log)
    options = {"movement": "howell", "deals": 2, "duplicate": "butler"}
    for many in (6, 7):
        log.put("set_up", options={**options, "rounds": many})
        assert not log.now.field().opened
    log.put("set_up", options={**options, "rounds": 3})
    assert log.now.field().opened
    with pytest.raises(StateError, match="boards_told") as refusal:
        log.put("set_up", options={**options, "rounds": 6})
    assert refusal.value.field == "options.rounds"


def test_what_a_table_may_not_enter():
    log = Log(8, duplicate="butler")
    log.put("drawn")
    at = {"round": 1, "table": 1, "board": 1}
    with pytest.raises(StateError, match="not_published"):
        log.put("board_played", **at, **entry(70))
    log.put("published", round=1)
    mine = of_table(log.now.rounds[0].tables[0].table, log.now.options)
    other = of_table(log.now.rounds[0].tables[1].table, log.now.options)
    with pytest.raises(StateError, match="board_elsewhere"):
        log.put("board_played", **{**at, "board": other[0]}, **entry(70))
    with pytest.raises(StateError, match="boards_only"):
        log.put("reported", round=1, table=1, scores=[500, 300])
    with pytest.raises(StateError, match="boards_only"):
        log.put("playing", round=1, table=1, match=None)
    for board in mine:
        log.put("board_played", **{**at, "board": board}, **{**entry(70), "side": 1})
    seated = log.now.rounds[0].tables[0]
    assert (seated.state, sorted(seated.reports)) == ("reported", [1])
    log.put("confirmed", round=1, table=1, side=0)
    with pytest.raises(StateError, match="already_reported"):
        log.put("board_played", **{**at, "board": mine[0]}, **{**entry(20), "side": 1})
    # A result that is taken back removes the table's boards. Then somebody who did not come may
    # forfeit.
    log.put("taken_back", round=1, table=1)
    assert not log.now.rounds[0].tables[0].boards
    log.put("reported", round=1, table=1, forfeit=[seated.table.entrants[0]])
    plain = Log(8)
    plain.put("drawn")
    plain.put("published", round=1)
    with pytest.raises(StateError, match="not_duplicate"):
        plain.put("board_played", **at, **entry(70))


def test_two_who_change_places_play_the_boards_of_the_table():
    log = Log(8, duplicate="matchpoints")
    log.put("drawn")
    before = [list(of_table(seated.table, log.now.options)) for seated in log.now.rounds[0].tables]
    first, second = log.now.rounds[0].tables[:2]
    log.put("swapped", round=1, swap=[first.table.entrants[0], second.table.entrants[0]])
    after = [list(of_table(seated.table, log.now.options)) for seated in log.now.rounds[0].tables]
    assert after == before


@pytest.mark.parametrize("options", [{}, {"duplicate": "butler"}])
def test_two_pairs_who_change_teams_stay_there(options):
    log = Log(4, movement="teams", rounds=2, **options)
    log.put("drawn")
    assert [seated.table.sides for seated in log.now.rounds[0].tables] == [
        ((1,), (3,)),
        ((4,), (2,)),
    ]
    log.put("swapped", round=1, swap=[2, 3])
    log.put("published", round=1)
    closed = replace(log.now.rounds[0], state="closed")
    drawn = rounds.draw(log.now.with_round(closed)).rounds
    # One team is now 1 and 3, the other 2 and 4.
    assert [seated.table.sides for seated in drawn[0].tables] == [((1,), (2,)), ((4,), (3,))]
    assert [seated.table.sides for seated in drawn[1].tables] == [((1,), (4,)), ((2,), (3,))]


def test_boards_of_a_forfeit_count_for_nobody_and_who_has_none_is_last():
    log = Log(8, duplicate="butler")
    log.put("drawn")
    log.put("published", round=1)
    first, *_others = log.now.rounds[0].tables
    for seated in log.now.rounds[0].tables:
        for board in of_table(seated.table, log.now.options):
            at = {"round": 1, "table": seated.number, "board": board}
            log.put("board_played", **at, **entry(70))
    log.put("corrected", round=1, table=first.number, forfeit=list(first.table.sides[0]))
    log.put("closed", round=1)
    log.put("state", state="finished")
    # Each table has boards of its own, so each board has a single result, which is its own mean and
    # worth nothing.
    field = log.now.field()
    assert not field.rounds[0][0].boards
    rows = standings(field)
    assert [row.rank for row in rows] == [1] * 6 + [7] * 2
    assert {row.entrant for row in rows[6:]} == set(first.table.entrants)
    assert {row.criteria["points"] for row in rows} == {0}


def board(number, table, of_, score=70, side=None):
    """Return the data of the event by which a table enters its result of a board."""
    entry = {"entry": {"bid": 50}, "score": score, "side": side}
    return {"round": number, "table": table, "board": of_, **entry}


def test_the_refusals_of_boards_say_which():
    log = Log(8, duplicate="butler")
    log.put("drawn")
    assert refused(log.now, "board_played", board(1, 1, 1)) == ("not_published", None, {"round": 1})
    log.put("published", round=1)
    mine, other = (
        of_table(seated.table, log.now.options)[0] for seated in log.now.rounds[0].tables[:2]
    )
    assert refused(log.now, "board_played", board(1, 1, other)) == (
        "board_elsewhere",
        "board",
        {"board": other, "table": 1},
    )
    for number in (mine, mine + 1):
        log.put("board_played", **board(1, 1, number))
    # A result entered by an organiser is confirmed, and only an organiser may change it.
    assert refused(log.now, "board_played", board(1, 1, mine, side=0)) == (
        "already_reported",
        None,
        {"table": 1},
    )
    plain = Log(8)
    plain.put("drawn")
    assert refused(plain.now, "board_played", board(1, 1, 1)) == ("not_duplicate", "board", {})


def test_a_table_is_playing_until_its_last_board_and_then_has_as_many():
    log = Log(8, duplicate="butler")
    log.put("drawn")
    log.put("published", round=1)
    first = of_table(log.now.rounds[0].tables[0].table, log.now.options)[0]
    # The second board is entered first, but boards are stored in order.
    log.put("board_played", **board(1, 1, first + 1))
    seated = log.now.rounds[0].tables[0]
    assert (seated.state, seated.reported, list(seated.boards)) == ("playing", None, [first + 1])
    log.put("board_played", **board(1, 1, first))
    seated = log.now.rounds[0].tables[0]
    assert (seated.state, list(seated.boards)) == ("confirmed", [first, first + 1])
    assert seated.reported == ReportedResult(boards=2)
    assert seated.reports == {}


def test_a_board_corrected_after_the_close_leaves_the_table_as_it_was():
    log = Log(8, duplicate="butler")
    play(log)
    seated = log.now.rounds[0].tables[0]
    first, second = of_table(seated.table, log.now.options)
    log.put("board_played", **board(1, 1, first, score=-50))
    after = log.now.rounds[0].tables[0]
    assert {number: played.score for number, played in after.boards.items()} == {
        first: -50,
        second: 70,
    }
    assert replace(after, boards=seated.boards) == seated
    # While the round is open, an entry by an organiser also confirms a reported table.
    log.put("drawn")
    log.put("published", round=2)
    for number in of_table(log.now.rounds[1].tables[0].table, log.now.options):
        log.put("board_played", **board(2, 1, number, side=1))
    reported = log.now.rounds[1].tables[0]
    assert (reported.state, dict(reported.reports)) == (
        "reported",
        {1: ReportedResult(boards=2)},
    )
    log.put("board_played", **board(2, 1, number))
    confirmed = log.now.rounds[1].tables[0]
    assert (confirmed.state, dict(confirmed.reports)) == ("confirmed", {})


def test_a_confirmed_board_of_a_running_round_may_be_entered_again():
    log = Log(4, movement="teams", duplicate="butler", rounds=2)
    log.put("drawn")
    log.put("published", round=1)
    for number in of_table(log.now.rounds[0].tables[0].table, log.now.options):
        log.put("board_played", **board(1, 1, number))
    assert log.now.rounds[0].tables[0].state == "confirmed"
    # An entry that is repeated while the round is open replaces the first one, and stays confirmed.
    log.put("board_played", **board(1, 1, number, score=20))
    seated = log.now.rounds[0].tables[0]
    assert (seated.state, seated.boards[number].score) == ("confirmed", 20)


def test_par_is_noted_by_board_and_taken_back():
    log = Log(8, duplicate="par")
    log.put("boards_solved", pars={"3": 20, "1": -40})
    assert list(log.now.pars.items()) == [(1, -40), (3, 20)]
    log.put("boards_solved", pars={"2": 0, "3": None})
    assert list(log.now.pars.items()) == [(1, -40), (2, 0)]


def test_without_duplicate_a_finished_tournament_may_go_on():
    log = Log(8)
    log.put("drawn")
    log.put("published", round=1)
    log.put("state", state="finished")
    log.put("state", state="running")
    assert log.now.state == "running"


def test_a_forfeit_stands_after_the_close_and_gives_way_to_boards_before_it():
    log = Log(8, duplicate="butler")
    play(log, close=False)
    seated = log.now.rounds[0].tables[0]
    first, _second = of_table(seated.table, log.now.options)
    gone = seated.table.entrants[:1]
    log.put("corrected", round=1, table=1, forfeit=list(gone))
    assert log.now.rounds[0].tables[0].reported == ReportedResult(forfeit=gone)
    # A board that is entered while the round is open replaces the forfeit: the result is the boards
    # again.
    log.put("board_played", **board(1, 1, first, score=20))
    assert log.now.rounds[0].tables[0].reported == ReportedResult(boards=2)
    log.put("corrected", round=1, table=1, forfeit=list(gone))
    log.put("closed", round=1)
    log.put("board_played", **board(1, 1, first, score=-50))
    after = log.now.rounds[0].tables[0]
    assert (after.reported, after.boards[first].score) == (ReportedResult(forfeit=gone), -50)
