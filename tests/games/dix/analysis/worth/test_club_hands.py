"""Hands recorded by their cards, compared with what perfect play would have taken."""

from types import SimpleNamespace

import pytest

from clubs.callers import Caller
from games.cards import parse_card
from games.dix.analysis.solver import solver
from games.dix.analysis.worth import club_hands
from games.dix.analysis.worth.club_hands import compared_hands, recorded_hands
from games.dix.engine.play import trick_winner
from games.dix.models import DixHand
from games.models import Match, Status
from tests import factories
from tests.uncompiled import SOLVER, uncompiled

pytestmark = pytest.mark.django_db

HERE = {"deck": 40, "card_values": "traditional"}
HANDS = (
    "AS KS QS JS 10S 9S 8S 7S 6S AH",
    "5S 6D AD KD QD JD 10D 9D 8D 7D",
    "5H 5D 6H 7H 8H 9H 5C 6C 7C 8C",
    "JH 9C 10H QH KH 10C JC QC KC AC",
)


def played(first, *then):
    """Return the tricks if seat 0 leads `first`, and then plays `then` and its other cards in
    order.

    Each other seat plays its first card that follows suit, or else its first card.
    """
    left = [[parse_card(code) for code in hand.split()] for hand in HANDS]
    wanted = [parse_card(code) for code in (first, *then)]
    tricks, leader = [], 0
    while left[0]:
        cards = []
        for place in range(4):
            hand = left[(leader + place) % 4]
            mine = [card for card in wanted if card in hand] if hand is left[0] else []
            led = [card for card in hand if cards and card.suit == cards[0].suit]
            card = mine[0] if mine and not led else (led or hand)[0]
            hand.remove(card)
            cards.append(card)
        leader = trick_winner(leader, cards, "spades")
        tricks.append([card.code for card in cards])
    return tricks


# Nine master trumps and an ace win everything once the last trump is drawn. The ace led first is
# ruffed: 10, 5 and 5 are lost; 6♦ comes back and is ruffed, and the rest is won.
BLUNDER = {"bidder": 0, "bid": 90, "trump": "spades", "tricks": played("AH", "6S")}
RIGHT = {"bidder": 0, "partie": True, "trump": "spades", "tricks": played("AS")}


# Side 0 has a negative score and may still bid « la partie », which ends the match.
STAKED = {**factories.IN_100, "partie": "stake"}


def match_of(club=None, *, hands=(BLUNDER, RIGHT), rules=STAKED):
    """Return a match with those hands, started by an officer of the club if there is a club."""
    by = Caller(user=factories.member(club, "officer")) if club else None
    return factories.recorded(factories.started(club=club, by=by, rules=rules), *hands)


@pytest.fixture
def plain_solver(monkeypatch):
    """Leave the solver uncompiled: sure hands are solved fast enough without it."""
    monkeypatch.setattr(solver, "kernel", uncompiled(*SOLVER[:-1]))


def test_what_was_taken_stands_beside_what_perfect_play_takes(plain_solver):
    assert match_of().status == Status.FINISHED
    keys = list(DixHand.objects.values_list("pk", flat=True))
    done = []
    assert compared_hands(keys, done.append) == [
        {"bid": 90, "hands": 1, "taken": 80, "perfect": 100, "made": 0, "makeable": 1},
        {"bid": None, "hands": 1, "taken": 100, "perfect": 100, "made": 1, "makeable": 1},
    ]
    assert done == [1, 2]
    assert compared_hands([], done.append) == []


def test_where_aces_are_penalised_they_cost_the_side_that_was_dealt_them(plain_solver):
    # Each side was dealt two aces, so seat 0's side takes 20 less, whether it plays well or not.
    rules = {"card_values": "penalised_aces", "target": 300, "min_bid": 30, "defence_cap": 240}
    match_of(hands=({**BLUNDER, "bid": 50},), rules={**rules, "partie": "forbidden"})
    keys = list(DixHand.objects.values_list("pk", flat=True))
    assert compared_hands(keys, lambda done: None) == [
        {"bid": 50, "hands": 1, "taken": 60, "perfect": 80, "made": 1, "makeable": 1}
    ]


def test_only_the_hands_that_the_caller_may_see():
    secret = factories.club(public=False)
    match_of(secret)
    keys = set(DixHand.objects.values_list("pk", flat=True))
    assert recorded_hands(Caller(), HERE) == []
    assert recorded_hands(Caller(user=factories.member(factories.club())), HERE) == []
    assert set(recorded_hands(Caller(user=factories.member(secret)), HERE)) == keys
    Match.objects.update(club=factories.club())
    assert set(recorded_hands(Caller(), HERE)) == keys


def test_nothing_of_a_running_match_or_tournament_nor_of_other_rules(monkeypatch):
    open_club = factories.club()
    match_of(open_club, hands=(BLUNDER,))
    assert recorded_hands(Caller(), HERE) == []
    ended = match_of(open_club)
    factories.recorded(factories.started(rules=factories.IN_100), factories.ALL_TAKEN)
    assert len(recorded_hands(Caller(), HERE)) == 2
    assert recorded_hands(Caller(), {**HERE, "deck": 36}) == []
    assert recorded_hands(Caller(), {**HERE, "card_values": "penalised_aces"}) == []
    Match.objects.filter(pk=ended.pk).update(event_id="T")
    place = SimpleNamespace(over=False)
    monkeypatch.setattr(club_hands, "place_of", lambda match: place)
    assert recorded_hands(Caller(), HERE) == []
    place.over = True
    assert len(recorded_hands(Caller(), HERE)) == 2


def test_the_newest_come_first_and_not_too_many(monkeypatch, django_assert_num_queries):
    open_club = factories.club()
    first, second = match_of(open_club), match_of(open_club)
    monkeypatch.setattr(club_hands, "MOST_HANDS", 3)
    with django_assert_num_queries(1):
        keys = recorded_hands(Caller(), HERE)
    of = dict(DixHand.objects.values_list("pk", "match"))
    assert [of[key] for key in keys] == [second.pk, second.pk, first.pk]
