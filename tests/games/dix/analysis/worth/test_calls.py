"""What calls and cards seen tell about the others' hands."""

from random import Random

import pytest

from games.cards import parse_card
from games.dix.analysis.worth.calls import SLACK, Promise, agrees, promise_of, read_calls
from games.dix.models import DixRules
from games.dix.presets import TRADITIONAL
from games.sheet import RuleError
from labo.questions import ask, find_question
from tests import factories
from tests.games.dix.analysis.deal.test_deal_lab import dealt

RULES = DixRules(**TRADITIONAL)
HAND = "AS KS QS JS 9H 8H 7D 6D 5C QC"
API = "/api/v1/labo/dix/valeur-d-une-main/"


def cards(text):
    return tuple(map(parse_card, text.split()))


def test_the_first_call_is_of_the_seat_on_the_dealer_s_left():
    assert read_calls("60 passe", 2, RULES) == {3: Promise(60 - SLACK), 0: Promise(0, 65 + SLACK)}
    assert read_calls("passe 50 60 passe 70", 3, RULES)[1] == Promise(70 - SLACK)
    assert read_calls("", 0, RULES) == {}


@pytest.mark.parametrize(
    ("calls", "code"),
    [("60 50", "auction_not_higher"), ("52", "bid_not_multiple"), ("dame", "call_unknown")],
)
def test_calls_that_the_rules_refuse_are_refused(calls, code):
    with pytest.raises(RuleError) as caught:
        read_calls(calls, 0, RULES)
    assert caught.value.code == code


def test_layouts_agree_with_what_was_promised():
    random, promised = Random(5), {1: Promise(60), 3: Promise(0, 50)}
    seen = set()
    for _deal in range(200):
        hands = dealt(random, 10)
        strong, weak = (promise_of(hands[seat], penalised_aces=False) for seat in (1, 3))
        agreeing = agrees(promised, hands, penalised_aces=False)
        assert agreeing == (strong >= 60 and weak < 50)
        seen.add(agreeing)
    assert seen == {True, False}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "field", "code"),
    [
        ({"calls": "60"}, "dealer", "dealer_missing"),
        ({"calls": "60 50", "dealer": "2"}, "calls", "auction_not_higher"),
        ({"calls": "dame", "dealer": "2"}, "calls", "call_unknown"),
        ({"seen_left": "AS"}, "seen_left", "card_seen_twice"),
        ({"seen_left": "10S", "seen_right": "10S"}, "seen_right", "card_seen_twice"),
        ({"seen_partner": "ZZ"}, "seen_partner", "card_unknown"),
        ({"seen_partner": "2S"}, "seen_partner", "card_not_in_deck"),
    ],
)
def test_each_refusal_is_a_sentence_on_its_field(given, field, code):
    answer = factories.api().get(API, {"cards": HAND, **given})
    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert (error["attr"], error["code"]) == (field, code)
    assert error["detail"].endswith(".")


def test_what_is_known_becomes_a_condition_of_the_deals():
    conditions = {"cards": HAND, "dealer": "2", "calls": "60 passe 65", "seen_partner": "10S AH"}
    asked_question = ask(*find_question("dix", "valeur-d-une-main"), conditions)
    assert asked_question.form.is_valid()
    values = asked_question.conditions
    assert values["held"] == {2: frozenset(cards("10S AH"))}
    # One's own pass promises nothing of the others.
    assert set(values["promised"]) == {1, 3}
