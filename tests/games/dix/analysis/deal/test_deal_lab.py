"""« Une donne, résolue » answers what the engines answer: by page, over HTTP and from a shell."""

from random import Random

import pytest

from games.cards import SUITS, parse_card
from games.dix.analysis.deal.deal import Place, as_text, in_order
from games.dix.analysis.deal.deal_form import EXAMPLE, HELD_BY
from games.dix.analysis.par import par
from games.dix.analysis.solver.plain_solver import exhaustive
from games.dix.engine.play import DECKS
from games.dix.engine.rulesets import side_of
from games.dix.models import DixRules
from games.dix.presets import PRESETS
from labo.questions import ask, find_question
from tests import factories
from tests.compiler import no_compiler
from tests.extents import sizes

pytestmark = pytest.mark.django_db

V1 = "/api/v1/labo/dix/donne/"
PAGE = "/labo/dix/donne/"
SHORT = "AS KS 5D / 6S 10S 6H / 7S 6C 10H / 8S 7C QD"


def dealt(random, size, deck=40):
    cards = random.sample(sorted(DECKS[deck], key=str), 4 * size)
    return tuple(in_order(cards[size * seat : size * (seat + 1)]) for seat in range(4))


def table_named(body, start):
    return next(table for table in body["tables"] if table["caption"].startswith(start))


def values_of(body):
    """Return the points that the answer gives for each legal card."""
    return {row[0]: row[1] for row in table_named(body, "Chaque carte")["rows"]}


@pytest.mark.parametrize("count", sizes(25, 1000))
def test_short_ends_are_those_of_a_search_without_any_shortcut(count):
    """The answer comes at once and loads no compiler, within a trick too."""
    random, client = Random(11), factories.api()
    for _position in range(count):
        hands = dealt(random, random.randint(1, 3))
        trump, leader = random.choice(SUITS), random.randrange(4)
        place, played = Place(hands, trump, leader), []
        for _card in range(random.randrange(4 * len(hands[0]))):
            played.append(random.choice(place.legal))
            place = place.after(played[-1])
        with no_compiler():
            body = client.get(
                V1,
                {
                    "hands": as_text(hands),
                    "trump": trump,
                    "leader": leader,
                    "played": " ".join(card.code for card in played),
                },
            ).json()
        total = exhaustive(hands, trump, 0)
        assert table_named(body, "Ce que prend")["rows"][SUITS.index(trump)][1] == total
        expected = {}
        for card in place.legal:
            then = place.after(card)
            side0 = then.taken[0] + exhaustive(then.hands, trump, then.leader, then.on_table)
            whole = 0 if side_of(leader) == 0 else all_points(hands)
            expected[card.code] = abs(whole - side0)
        assert values_of(body) == expected


def all_points(hands):
    return sum({"A": 10, "10": 10, "5": 5}.get(card.rank, 0) for hand in hands for card in hand)


@pytest.mark.nightly
@pytest.mark.parametrize("count", [50])
def test_whole_deals_are_those_of_the_solver(count, django_capture_on_commit_callbacks):
    """By API, as anybody asks: the table and par of each deal, and 20 positions of each.

    Nineteen are on its line of play, and one is after cards played at random.
    """
    from games.dix.analysis.solver.solver import solve_table

    random, client = Random(12), factories.api()

    def answered(**conditions):
        with django_capture_on_commit_callbacks(execute=True):
            assert client.post(V1, conditions, format="json").status_code == 202
        # The job has stored what it found, so that it is now answered at once.
        return client.get(V1, conditions).json()

    for number in range(count):
        preset = PRESETS[number % len(PRESETS)]
        rules = DixRules(**preset.values)
        hands, dealer = dealt(random, rules.deck // 4, rules.deck), random.randrange(4)
        deal = {"hands": as_text(hands), "dealer": str(dealer), "preset": preset.slug}
        trump, leader = random.choice(SUITS), random.randrange(4)
        lead = {"trump": trump, "leader": str(leader)}
        body, table = answered(**deal, **lead), solve_table(hands)
        costs = [ace_costs(rules, hands, side) for side in (0, 1)]
        rows = table_named(body, "Ce que prend")["rows"]
        assert [row[1:] for row in rows] == [
            [table[suit, seat] - costs[side_of(seat)] for seat in range(4)] for suit in SUITS
        ]
        if rules.bid_format == "buy_money":
            assert not any(figure["code"] == "par" for figure in body["figures"])
        else:
            (score,) = (figure for figure in body["figures"] if figure["code"] == "par")
            assert score["number"]["value"] == par(rules, dealer, hands, table).score
        line = [row[0] for row in table_named(body, "La suite")["rows"]]
        cost = costs[side_of(leader)]
        for step in random.sample(range(len(line)), 19):
            now = Place(hands, trump, leader).after_all(map(parse_card, line[:step]))
            values = values_of(client.get(V1, {**deal, **lead, "step": step}).json())
            assert values == engine_values(now, side_of(leader), cost)
        place, played = Place(hands, trump, leader), []
        for _card in range(random.randrange(1, len(line))):
            played.append(random.choice(place.legal))
            place = place.after(played[-1])
        body = answered(**deal, **lead, played=" ".join(card.code for card in played))
        assert values_of(body) == engine_values(place, side_of(leader), cost)


def ace_costs(rules, hands, side):
    """Return what a side's aces cost it."""
    aces = sum(card.rank == "A" for hand in hands[side::2] for card in hand)
    return 10 * aces if rules.card_values == "penalised_aces" else 0


def engine_values(place, side, cost):
    """Return what the solver itself says of each legal card: the side's points at the end."""
    from games.dix.analysis.solver.solver import Layout, Search

    layout = Layout(place.hands, place.trump, place.leader, place.on_table)
    values = Search(place.trump).each_card(layout, side)
    return {card.code: place.taken[side] + value - cost for card, value in values.items()}


def test_a_whole_deal_is_a_job_until_it_is_stored():
    answer = factories.api().get(V1, {"hands": EXAMPLE})
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "too_long_at_once")
    with no_compiler():
        page = factories.browser().get(PAGE, {"hands": EXAMPLE})
    assert page.context["long"]
    assert "/labo/dix/donne/lancer/" in page.content.decode()


def test_the_first_look_waits_for_nothing(django_assert_num_queries):
    client = factories.browser()
    client.get(PAGE)
    with no_compiler(), django_assert_num_queries(1):
        page = client.get(PAGE)
    assert page.context["answer"] is None
    assert "<textarea" in page.content.decode()


def test_the_grid_is_read_and_completes_the_last_hand():
    hands = [hand.split() for hand in EXAMPLE.split(" / ")]
    marks = [f"{code}{HELD_BY}{seat}" for seat, hand in enumerate(hands[:3]) for code in hand]
    asked_question = ask(*find_question("dix", "donne"), {"hands": [*marks, "", ""]})
    assert asked_question.form.is_valid()
    assert [{card.code for card in hand} for hand in asked_question.conditions["deal"].hands] == [
        set(hand) for hand in hands
    ]


def test_what_is_wrong_is_said_on_the_cards():
    page = factories.browser().get(PAGE, {"hands": f"{EXAMPLE} AS"}).content.decode()
    assert "41 cartes en tout, et le paquet en a 40" in page
    assert "A♠ est là deux fois" in page
    assert "Ouest 11" in page
    assert f"{EXAMPLE} AS</textarea>" in page


def test_each_row_leads_on_to_the_position_after_it():
    given = {"hands": SHORT, "trump": "spades", "leader": "0"}
    client = factories.browser()
    answer = client.get(PAGE, given).context["answer"]
    legal, line = answer.grids[1], answer.grids[2]
    after = client.get(PAGE + legal.rows[0].follow.partition("#")[0]).context["answer"]
    assert after.sentence.startswith("Est joue ")
    assert [row.follow.count("step=") for row in line.rows] == [1] * 12
    third = client.get(PAGE + line.rows[2].follow.partition("#")[0]).context["answer"]
    assert third.sentence.startswith("Sud joue ")
    assert [row.marked for row in third.grids[2].rows] == [False, False, True, *[False] * 9]


def test_programs_are_given_the_conditions_of_each_position():
    body = factories.api().get(V1, {"hands": SHORT, "trump": "spades", "leader": 0}).json()
    first = table_named(body, "Chaque carte")["follow"][0]
    assert first == {"trump": "spades", "leader": "0", "played": "AS", "step": "0"}


def test_cards_that_nobody_has_are_not_in_the_address():
    marks = [
        f"{code}{HELD_BY}{seat}"
        for seat, hand in enumerate(SHORT.split(" / "))
        for code in hand.split()
    ]
    asked_question = ask(*find_question("dix", "donne"), {"hands": [*marks, *[""] * 28]})
    assert asked_question.valid
    assert asked_question.written["hands"] == marks
    assert asked_question.written["recorded"] == [""]
