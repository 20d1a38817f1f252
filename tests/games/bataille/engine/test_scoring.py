"""A manche won is a point; how a match ends; what is refused."""

import pytest

from games.sheet import RankedSide, Result
from tests.games.bataille.builders import (
    PAT,
    entry,
    joker,
    notes,
    refusal,
    rules,
    sheet,
    stopped,
    won,
)

IN_3 = rules(wins_needed=3)
JOKERS = rules("joker-vole", wins_needed=3)


def ranked(*places):
    """A ranking of (side, rank, score)."""
    return tuple(RankedSide(side, rank, score) for side, rank, score in places)


# --- The four entries that the specification gives ---------------------------------------------


def test_a_manche_won_with_all_the_cards():
    line = sheet(entry(winner=0, tricks=312, battles=21), using=IN_3).lines[0]
    assert (line.deltas, line.totals) == ((1, 0), (1, 0))
    assert line.completed == {
        "winner": 0,
        "reason": "all_cards",
        "tricks": 312,
        "battles": 21,
        "cards": None,
    }
    assert [(note.code, note.side, note.points) for note in line.notes] == [
        ("all_cards", 0, 1),
        ("tricks", None, 0),
        ("battles", None, 0),
    ]


def test_a_pat_gives_nothing_to_anybody():
    line = sheet(entry(winner=None, reason="pat"), using=IN_3).lines[0]
    assert (line.deltas, line.totals) == ((0, 0), (0, 0))
    assert line.completed == {
        "winner": None,
        "reason": "pat",
        "tricks": None,
        "battles": None,
        "cards": None,
    }
    assert notes(PAT, using=IN_3) == [("pat", None, 0)]


def test_a_joker_stolen_is_a_manche_won():
    line = sheet(joker(1), using=JOKERS).lines[0]
    assert (line.deltas, line.completed["reason"]) == ((0, 1), "joker")
    assert notes(joker(1), using=JOKERS) == [("joker_stolen", 1, 1)]


def test_stopped_with_30_cards_to_22_goes_to_the_30():
    line = sheet(stopped(30, 22), using=IN_3).lines[0]
    assert line.deltas == (1, 0)
    assert line.completed == {
        "winner": 0,
        "reason": "stopped",
        "tricks": None,
        "battles": None,
        "cards": [30, 22],
    }
    assert notes(stopped(30, 22), using=IN_3) == [("most_cards", 0, 1), ("cards_held", 1, 0)]


# --- Stopped ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ((26, 26), None),
        ((27, 25), 0),
        ((0, 52), 1),
        ((20, 16, 16), 0),
        ((18, 18, 16), None),  # level at the top with three
        ((16, 16, 20), 2),
        ((52, 0, 0, 0), 0),
        ((10, 12, 12, 9, 9), None),
    ],
)
def test_the_most_cards_alone_win_a_stopped_manche(cards, winner):
    line = sheet(stopped(*cards), using=IN_3, seats=len(cards)).lines[0]
    assert line.completed["winner"] == winner
    assert line.deltas == tuple(int(seat == winner) for seat in range(len(cards)))


def test_level_when_stopped_tells_so():
    assert notes(stopped(18, 16, 18), using=IN_3, seats=3) == [
        ("level_when_stopped", None, 0),
        ("cards_held", 0, 0),
        ("cards_held", 1, 0),
        ("cards_held", 2, 0),
    ]


@pytest.mark.parametrize(
    ("using", "total"),
    [
        (rules(deck=32), 32),
        (rules(deck=32, decks=4), 128),
        (rules(decks=2), 104),
        (rules("jokers"), 54),
    ],
)
def test_the_cards_of_every_pack_are_counted(using, total):
    assert sheet(stopped(total - 10, 10), using=using).result.winners == (0,)
    assert refusal(stopped(total - 10, 11), using=using) == ("cards_do_not_sum", "cards", 1)


def test_a_winner_given_with_the_cards_must_agree():
    assert sheet(stopped(30, 22, winner=0)).lines[0].deltas == (1, 0)
    assert refusal(stopped(30, 22, winner=1)) == ("winner_mismatch", "winner", 1)
    assert refusal(stopped(26, 26, winner=0)) == ("winner_mismatch", "winner", 1)


# --- The end of the match ---------------------------------------------------------------------


def test_one_manche_is_the_match_unless_more_are_asked():
    ended = sheet(*won(1))
    assert ended.result == Result((1,), "wins", ranked((1, 1, 1), (0, 2, 0)))
    assert ended.next is None
    assert ended.state == {"wins": [0, 1]}


def test_a_drawn_manche_is_a_drawn_match_where_one_decides():
    for drawn in (PAT, stopped(26, 26)):
        ended = sheet(drawn)
        assert ended.result == Result((), "draw", ranked((0, 1, 0), (1, 1, 0)))
        assert ended.next is None


def test_the_first_to_n_wins():
    running = sheet(*won(0, 1, 0, 1), using=IN_3)
    assert (running.result, running.next) == (None, {})
    assert running.state == {"wins": [2, 2]}
    ended = sheet(*won(0, 1, 0, 1, 1), using=IN_3)
    assert ended.result == Result((1,), "wins", ranked((1, 1, 3), (0, 2, 2)))
    assert notes(*won(0, 1, 0, 1, 1), using=IN_3) == [("all_cards", 1, 1), ("wins_reached", 1, 0)]


def test_draws_do_not_end_a_match_of_several_wins():
    running = sheet(PAT, stopped(26, 26), PAT, *won(0, 0), PAT, using=IN_3)
    assert running.result is None
    assert running.scores == (2, 0)


def test_equals_share_a_rank():
    ended = sheet(*won(3, 0, 2, 2, 3, 2), using=IN_3, seats=4)
    assert ended.result.ranking == ranked((2, 1, 3), (3, 2, 2), (0, 3, 1), (1, 4, 0))
    ended = sheet(*won(1, 0, 2, 2, 2), using=IN_3, seats=4)
    assert ended.result.ranking == ranked((2, 1, 3), (0, 2, 1), (1, 2, 1), (3, 4, 0))


def test_before_anything_nobody_has_won():
    assert sheet(seats=3).state == {"wins": [0, 0, 0]}
    assert sheet(seats=3).next == {}


# --- Refusals ---------------------------------------------------------------------------------

BORROW = rules(stalemate="borrow", wins_needed=3)


@pytest.mark.parametrize(
    ("using", "manche", "code", "field"),
    [
        (IN_3, entry(), "winner_missing", "winner"),
        (IN_3, entry(reason="all_cards"), "winner_missing", "winner"),
        (IN_3, entry(tricks=300), "winner_missing", "winner"),
        (JOKERS, joker(None), "winner_missing", "winner"),
        (IN_3, entry(winner=2), "seat_unknown", "winner"),
        (IN_3, entry(winner=-1), "seat_unknown", "winner"),
        (IN_3, joker(0), "joker_not_in_rules", "reason"),
        (rules("jokers", wins_needed=3), joker(0), "joker_not_in_rules", "reason"),
        (BORROW, PAT, "pat_not_in_rules", "reason"),
        (IN_3, entry(winner=0, reason="pat"), "winner_mismatch", "winner"),
        (IN_3, entry(reason="stopped"), "cards_missing", "cards"),
        (IN_3, entry(winner=0, reason="stopped"), "cards_missing", "cards"),
        (IN_3, entry(winner=0, cards=[52, 0]), "cards_without_stop", "cards"),
        (IN_3, entry(reason="pat", cards=[26, 26]), "cards_without_stop", "cards"),
        (IN_3, stopped(), "cards_do_not_sum", "cards"),
        (IN_3, stopped(30, 21), "cards_do_not_sum", "cards"),
        (IN_3, stopped(30, 23), "cards_do_not_sum", "cards"),
        (IN_3, stopped(52), "cards_per_seat", "cards"),
        (IN_3, stopped(30, 12, 10), "cards_per_seat", "cards"),
        (IN_3, stopped(53, -1), "count_out_of_range", "cards"),
        (IN_3, entry(winner=0, tricks=-1), "count_out_of_range", "tricks"),
        (IN_3, entry(winner=0, battles=-1), "count_out_of_range", "battles"),
        (IN_3, entry(winner=0, tricks=1_000_001), "count_out_of_range", "tricks"),
        (IN_3, entry(winner=0, tricks=20, battles=21), "battles_exceed_tricks", "battles"),
        (IN_3, stopped(30, 22, tricks=0, battles=1), "battles_exceed_tricks", "battles"),
    ],
)
def test_refused_manches(using, manche, code, field):
    assert refusal(*won(0), manche, using=using) == (code, field, 2)


def test_nothing_after_the_end():
    assert refusal(*won(0, 1)) == ("match_finished", None, 2)
    assert refusal(PAT, PAT) == ("match_finished", None, 2)


def test_counts_are_optional_and_may_be_level():
    assert sheet(entry(winner=0, battles=21)).lines[0].completed["tricks"] is None
    assert sheet(entry(winner=0, tricks=21, battles=21)).scores == (1, 0)
    assert sheet(entry(reason="pat", tricks=0, battles=0)).scores == (0, 0)
