"""A manche played with known hands: the deal, the coffre, and random legal play to the chute."""

from random import Random
from types import SimpleNamespace

import pytest

from games.cards import DECK_52, DECK_54, Card, parse_card
from games.maitre.engine.piles import read_piles
from games.maitre.engine.play import combination
from games.maitre.engine.simulation import (
    Move,
    begin,
    coffres,
    deal,
    entry_of,
    legal_moves,
    play_move,
)
from games.sheet import RuleError

ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


@pytest.mark.parametrize(
    ("seats", "sizes"),
    [
        (3, [18, 18, 18]),
        (4, [12, 15, 15, 12]),
        (5, [9, 12, 12, 12, 9]),
        (6, [9] * 6),
    ],
)
def test_all_cards_are_dealt_by_three_from_the_left_of_the_maitre(seats, sizes):
    hands = deal(DECK_54, seats, 0)
    assert [len(hand) for hand in hands] == sizes
    assert hands[1][:3] == list(DECK_54[:3])
    assert hands[0][:3] == list(DECK_54[3 * (seats - 1) : 3 * seats])
    assert sorted(c.code for hand in hands for c in hand) == sorted(c.code for c in DECK_54)


def test_the_deal_follows_the_maitre():
    hands = deal(DECK_54, 4, 2)
    assert [len(hand) for hand in hands] == [15, 12, 12, 15]


def test_the_coffre_takes_two_plain_cards_of_different_suits():
    hand = [parse_card(code) for code in ("9H", "AC", "3H", "KS", "X1")]
    pairs = {(major.code, minor.code) for major, minor in coffres(hand)}
    assert pairs == {("9H", "AC"), ("AC", "9H"), ("3H", "AC"), ("AC", "3H")}
    assert coffres([parse_card(code) for code in ("9H", "3H", "KS", "X1")]) == []


class LoadedDice(Random):
    """A Random that first deals a hand of which no coffre can be made, and then deals honestly."""

    def __init__(self):
        super().__init__(1)
        self.deals = 0

    def sample(self, population, k, **more):
        self.deals += 1
        shuffled = super().sample(population, k, **more)
        if self.deals > 1:
            return shuffled
        # The Maître is seat 0 of three and gets the last packet of each round. It gets only
        # hearts, faces and jokers.
        hearts = [card for card in DECK_54 if card.suit == "hearts"]
        faces = [c for c in DECK_54 if c.suit != "hearts" and (c.rank in "JQK" or c.is_joker)]
        own = [*hearts, *faces][:18]
        rest = [card for card in DECK_54 if card not in own]
        return [c for n in range(6) for c in (*rest[6 * n : 6 * n + 6], *own[3 * n : 3 * n + 3])]


def test_a_maitre_who_can_seal_no_coffre_deals_again():
    dice = LoadedDice()
    manche = begin(dice, 3, 0)
    assert dice.deals == 2
    major, minor = manche.coffre
    assert major.suit != minor.suit


# --- Play-outs, each step checked against a second reading of the rules --------------------------


def naive_combination(laid, new):
    """Return whether the new card makes a pair or a run of three with the cards shown."""
    if any(other.rank == new.rank for other in laid):
        return True
    ranks = {ORDER.index(other.rank) for other in (*laid, new)}
    place = ORDER.index(new.rank)
    return any({first, first + 1, first + 2} <= ranks for first in (place - 2, place - 1, place))


def naive_modes(first, second):
    modes = set()
    higher = ORDER.index(second.rank) > ORDER.index(first.rank)
    faces = {first.rank, second.rank} <= {"J", "Q", "K"}
    if first.suit == second.suit:
        modes.add("couleur")
        if higher and faces:
            modes.add("valeur")
    elif higher:
        modes.add("valeur")
    if faces:
        modes.add("tete")
    return modes


def naive_may_lay(trick, card):
    on = [laid.counts_as for laid in trick.laid]
    if trick.closing:
        return naive_combination(on, card)
    if not on:
        return True
    if trick.mode is None:
        return bool(naive_modes(on[0], card))
    if trick.mode == "couleur":
        return card.suit == on[0].suit
    if trick.mode == "tete":
        return card.rank in ("J", "Q", "K")
    return card.suit != on[0].suit and ORDER.index(card.rank) > ORDER.index(on[-1].rank)


def check_moves(manche, moves):
    """Assert that the moves offered are exactly those that the rules allow."""
    trick, hand = manche.trick, manche.hands[manche.trick.to_act]
    lays = {(m.card, m.declared or m.card) for m in moves if m.card and not m.away}
    for card in hand:
        for face in DECK_52 if card.is_joker else (card,):
            assert ((card, face) in lays) == naive_may_lay(trick, face), (trick, card, face)
    away = {m.card for m in moves if m.away}
    assert away == (set(hand) if trick.laid else set())
    assert any(m.card is None for m in moves) == trick.closing
    for move in moves:
        if move.card and not move.away and not trick.closing:
            face = move.declared or move.card
            mode = move.mode or trick.mode
            if len(trick.laid) == 1:
                assert mode in naive_modes(trick.laid[0].counts_as, face)
            made = naive_combination(trick.declared_cards, face)
            assert bool(combination(trick.declared_cards, face)) == made
            assert (move.take is not None) == (made and mode == "tete")


@pytest.mark.parametrize(
    ("hand", "laid"),
    [
        ("X1 5H KS", []),
        ("X1 5H KS", ["7C"]),
        ("X1 3C KS", ["7C", "9C"]),
        ("X2 QH 8S", ["7C", "9S"]),
    ],
)
def test_the_moves_of_one_hand_are_those_of_the_rules(hand, laid):
    manche = begin(Random(1), 3, 0)
    leader = manche.trick.to_act
    for code in laid:
        seat = manche.trick.to_act
        manche.hands[seat] = [parse_card(code), parse_card("2D")]
        play_move(
            manche, next(m for m in legal_moves(manche) if m.card.code == code and not m.away)
        )
    manche.hands[manche.trick.to_act] = [parse_card(code) for code in hand.split()]
    assert manche.trick.to_act == (leader + len(laid)) % 3
    check_moves(manche, list(legal_moves(manche)))


def test_a_king_on_a_queen_and_a_king_may_be_left_in_tete():
    """A pair in tête is taken or left: two moves, and as many for a joker that is a king."""
    manche = begin(Random(1), 3, 0)
    for code, mode in (("KD", None), ("QC", "tete")):
        manche.hands[manche.trick.to_act] = [parse_card(code), parse_card("2D")]
        moves = [m for m in legal_moves(manche) if m.card.code == code and not m.away]
        play_move(manche, next(m for m in moves if m.mode == mode))
    king, joker = parse_card("KS"), parse_card("X1")
    manche.hands[manche.trick.to_act] = [king, joker]
    moves = list(legal_moves(manche, [parse_card("KH")]))
    assert moves == [
        Move(king, away=True),
        Move(king, take=True),
        Move(king, take=False),
        Move(joker, away=True),
        Move(joker, declared=parse_card("KH"), take=True),
        Move(joker, declared=parse_card("KH"), take=False),
    ]


@pytest.mark.parametrize("seed", range(60))
def test_random_legal_play_outs_reach_the_chute_with_all_54_cards(seed):
    random = Random(seed)
    seats = 3 + seed % 4
    maitre = random.randrange(seats)
    manche = begin(random, seats, maitre)
    leader = (maitre + 1) % seats
    assert manche.trick.to_act == leader
    steps = 0
    while not manche.over:
        moves = list(legal_moves(manche))
        assert moves
        if seed < 12:
            check_moves(manche, moves)
        before = manche.trick
        play_move(manche, random.choice(moves))
        if before.over or not manche.trick.laid:
            assert not manche.over or manche.winner is not None
        steps += 1
        assert steps < 500
    entry = entry_of(manche, 50)
    fields = {"maitre": None, "players": None, **entry}
    manche = read_piles(50, seats, maitre, SimpleNamespace(**fields))
    assert manche.coffre is not None
    total = sum(len(pile) for pile in entry["tricks"].values()) + len(entry["chute"]["cards"])
    total += len(entry["discard"]["maitre"]) + len(entry["discard"]["players"]) + 2
    assert total == 54


def test_the_manche_ends_with_the_trick_in_which_someone_runs_out():
    manche = begin(Random(3), 3, 0)
    manche.hands = [
        [Card("5", "clubs"), Card("2", "hearts")],
        [Card("9", "clubs")],
        [Card("3", "spades"), Card("4", "spades")],
    ]
    for code, away in (("9C", False), ("3S", True), ("5C", False)):
        move = next(m for m in legal_moves(manche) if m.card == parse_card(code) and m.away is away)
        play_move(manche, move)
    # Seat 1 has no card left. Seat 2 discards, and seat 0, who laid last, may still add a card.
    move = next(m for m in legal_moves(manche) if m.card == parse_card("4S") and m.away)
    play_move(manche, move)
    assert manche.trick.closing
    assert not manche.over
    play_move(manche, next(m for m in legal_moves(manche) if m.card is None))
    assert manche.winner == 0
    assert [card.code for card in manche.chute] == ["2H"]
    with pytest.raises(RuleError) as error:
        play_move(manche, move)
    assert error.value.code == "trick_over"
    assert list(legal_moves(manche)) == []
