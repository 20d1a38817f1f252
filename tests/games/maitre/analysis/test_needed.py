"""What the Maître still needs, on worked examples."""

from fractions import Fraction
from types import SimpleNamespace

import pytest

from games.cards import DECK_54, parse_card
from games.maitre.analysis.needed import counted, needed
from games.maitre.engine.rulesets import ORDER
from games.maitre.presets import PRESETS

RULES = SimpleNamespace(**PRESETS[0].values)


def cards(text):
    return tuple(parse_card(card) for card in text.split())


def ask(taken, others="", contract=50, coffre="", discarded=""):
    """Ask with hearts as the major suit and clubs as the minor suit."""
    return needed(
        RULES,
        contract=contract,
        major="hearts",
        minor="clubs",
        taken=cards(taken),
        others=cards(others),
        coffre=cards(coffre),
        discarded=cards(discarded),
        deck=DECK_54,
    )


def test_at_the_start_everything_is_to_be_won():
    needed = ask("")
    assert (needed.out.major, needed.out.minor, needed.out.counted) == (91, 91, 52)
    assert (needed.reached, needed.contract_holds, needed.more) == (None, False, 1)
    assert (needed.gap, needed.lacking, needed.best_gap) == (0, 16, 182)


def test_eight_cards_of_value_in_ten_are_80_percent():
    """« S'il possède 10 cartes dont 8 à valeur et 2 neutres, il fait 80% »: a contract of 75 is
    kept.
    """
    needed = ask("KH QH JH 10H 9H 8H AC 2C 5S 6D", contract=75)
    assert (needed.reached, needed.contract_holds, needed.more) == (Fraction(8, 10), True, 0)


@pytest.mark.parametrize(
    ("taken", "contract", "more", "spare"),
    [
        ("KH 2S 3S", 50, 1, 0),  # 1 of 3: one more makes 2 of 4
        ("KH QH 2S", 50, 0, 1),  # 2 of 3 bears one neutral card
        ("KH QH 2S", 60, 0, 0),  # nor a third of one
        ("KH QH 2S", 67, 1, 0),  # 66.67 percent are not 67: 3 of 4
        ("2S 3S", 100, None, 0),  # all of them is out of reach for good
        ("2S 3S 4S X1", 75, 9, 0),  # 9 of 12; a joker is no card
        ("KH 2S 3S", 1, 0, 97),  # one card of value in a hundred
        ("2S", 0, 0, None),  # nothing is asked: any neutral card is borne
    ],
)
def test_the_contract(taken, contract, more, spare):
    needed = ask(taken, contract=contract)
    assert (needed.more, needed.spare) == (more, spare)


def test_a_contract_that_all_the_cards_still_out_do_not_restore():
    """Two neutral cards are taken. If only one card of value is still out the contract is lost; if
    two are, both are needed.
    """
    hearts = " ".join(f"{rank}H" for rank in ORDER)
    clubs = " ".join(f"{rank}C" for rank in ORDER if rank != "A")
    assert ask("2S 3S", others=f"{hearts} {clubs}").more is None
    assert ask("2S 3S", others=f"{hearts} {clubs.removeprefix('2C ')}").more == 2


def test_no_contract_is_kept_without_a_card_and_the_lowest_is_not():
    assert ask("", contract=0).contract_holds
    assert not ask("", contract=1).contract_holds
    assert not ask("2S", contract=1).contract_holds


def test_the_coffre_may_be_what_validates():
    assert not ask("KH 2H").validated_now  # a gap of 15
    assert ask("KH 2H", coffre="3H 2C").validated_now  # and one more
    assert not ask("KH 2H", coffre="2H 2C").validated_now


def test_what_the_others_took_and_what_was_thrown_away_count_for_validation():
    assert not ask("KH 3H", others="2H").validated_now  # 16 − 2
    assert ask("KH 2H", others="3C").validated_now  # 15 + 3
    assert ask("KH QH", discarded="9C").validated_now  # 25 − 9
    assert not ask("KH QH", discarded="10C").validated_now
    assert not ask("KH QH", discarded="4H 6C").validated_now


def test_the_gap_counts_coffre_and_discard():
    # Tricks 13 + 12 − 1, coffre 9 − 2, discard −3 − 4; the others have 5 − 6.
    needed = ask("KH QH AC", others="5H 6C", coffre="9H 2C", discarded="3H 4C")
    assert needed.gap == 24 + 7 - 7 - (5 - 6)
    assert (needed.lacking, needed.validated_now) == (0, True)


def test_a_gap_of_fifteen_is_not_enough():
    assert ask("KH 2H").gap == 15
    assert (ask("KH 2H").lacking, ask("KH 2H").validated_now) == (1, False)
    assert (ask("KH 3H").lacking, ask("KH 3H").validated_now) == (0, True)


def test_a_pile_is_counted_as_the_rules_say():
    pile = counted(cards("KH 10C 5S X2"), "hearts", "clubs")
    assert (pile.points, pile.counted, pile.valued, pile.major, pile.minor) == (3, 3, 2, 13, 10)


@pytest.mark.parametrize(
    ("taken", "contract", "holds"),
    [("KH 2S", 50, True), ("KH 2S", 51, False), ("KH QH 2S", 66, True), ("2S", 0, True)],
)
def test_a_contract_is_kept_from_just_that_share_on(taken, contract, holds):
    assert ask(taken, contract=contract).contract_holds is holds
