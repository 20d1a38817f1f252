"""The play of a trick: the source's examples, each mode, combinations, the round of discards."""

import pytest

from games.cards import parse_card
from games.maitre.engine.play import (
    check_lay,
    combination,
    discard,
    lay,
    open_modes,
    open_trick,
    take,
)
from games.sheet import RuleError


def card(code):
    return parse_card(code)


def cards(*codes):
    return tuple(parse_card(code) for code in codes)


def played(*steps, seats=3, leader=0, without=()):
    """Return a trick after those steps: a code lays a card, « -code » discards it, « take » takes
    the trick; a tuple adds options.
    """
    trick = open_trick(seats, leader, frozenset(without))
    for step in steps:
        code, ways = step if isinstance(step, tuple) else (step, {})
        ways = {k: card(v) if k == "declared" else v for k, v in ways.items()}
        if code == "take":
            trick = take(trick)
        elif code.startswith("-"):
            trick = discard(trick, card(code[1:]), **ways)
        else:
            trick = lay(trick, card(code), **ways)
    return trick


def code_of(*steps, **how):
    with pytest.raises(RuleError) as error:
        played(*steps, **how)
    return error.value.code


class TestModes:
    """« Le joueur suivant va imposer le mode de jeu grâce à la pose de la seconde carte. »"""

    @pytest.mark.parametrize(
        ("first", "second", "modes"),
        [
            ("3C", "2C", ("couleur",)),  # the source's examples
            ("3C", "5H", ("valeur",)),
            ("JC", "QS", ("valeur", "tete")),
            ("KD", "JC", ("tete",)),
            ("JC", "QC", ("couleur", "valeur", "tete")),
            ("QC", "JC", ("couleur", "tete")),
            ("3C", "9C", ("couleur",)),  # higher, but of the same suit
            ("JC", "7C", ("couleur",)),
            ("KD", "KC", ("tete",)),
            ("7C", "KS", ("valeur",)),
            ("KC", "AS", ()),  # the ace is low
            ("7C", "7S", ()),
            ("7C", "6S", ()),
        ],
    )
    def test_what_the_second_card_opens(self, first, second, modes):
        assert open_modes(card(first), card(second)) == modes

    def test_one_open_mode_needs_no_choice(self):
        assert played("3C", "2C").mode == "couleur"
        assert played("3C", "5H").mode == "valeur"

    def test_several_open_modes_need_one(self):
        with pytest.raises(RuleError) as error:
            played("JC", "QS")
        assert (error.value.code, error.value.field) == ("mode_needed", "mode")
        assert played("JC", ("QS", {"mode": "tete"})).mode == "tete"
        assert played("JC", ("QC", {"mode": "valeur"})).mute == "clubs"

    def test_a_mode_that_is_not_open(self):
        assert code_of("JC", ("QS", {"mode": "couleur"})) == "mode_not_open"

    def test_a_card_that_opens_none_can_only_be_discarded(self):
        assert code_of("7C", "6S") == "second_card_unplayable"
        assert played("7C", "-6S").to_act == 2

    def test_who_lays_after_a_discard_imposes(self):
        trick = played("7C", "-6S", "9S")
        assert (trick.mode, trick.mute, trick.to_act) == ("valeur", "clubs", 0)


class TestLaying:
    """Which cards each mode allows."""

    def test_couleur_asks_the_suit_at_any_rank(self):
        assert played("3C", "9C", "6C").to_act == 0
        assert code_of("3C", "9C", "10S") == "not_the_suit"

    def test_valeur_climbs_in_any_suit_but_the_mute_one(self):
        assert played("3C", "5H", "9S").mode == "valeur"
        assert played("3C", "5H", "9H").mode == "valeur"
        assert code_of("3C", "5H", "9C") == "mute_suit"
        assert code_of("3C", "5H", "5S") == "not_higher"
        assert code_of("3C", "5H", "9S", "7H") == "not_higher"

    def test_tete_takes_faces_in_any_order(self):
        kings = ("KD", ("JC", {"mode": "tete"}))
        assert played(*kings, ("KS", {"take": False})).winner is None
        assert code_of(*kings, "10S") == "not_a_face"

    def test_the_leader_must_lay(self):
        assert code_of("-3C") == "lead_must_lay"

    def test_anyone_else_may_discard_any_card(self):
        trick = played("3C", "9C", "-KC")
        assert trick.discards == ((2, card("KC")),)
        assert trick.to_act == 0

    def test_a_card_twice(self):
        assert code_of("3C", "3C") == "card_repeated"
        assert code_of("3C", "-9C", "9C") == "card_repeated"
        assert code_of("3C", "-3C") == "card_repeated"


class TestCombinations:
    """« suite d'au moins 3 cartes ou bien paire »"""

    @pytest.mark.parametrize(
        ("laid", "new", "made"),
        [
            (["5C"], "5H", ["5C", "5H"]),
            (["5C"], "6H", []),
            (["5C", "7H"], "6S", ["5C", "7H", "6S"]),
            (["7C", "5H"], "6S", ["7C", "5H", "6S"]),
            (["QC", "KH"], "AS", []),  # no king–ace
            (["QC", "KH"], "JS", ["QC", "KH", "JS"]),
            (["AC", "2H"], "3S", ["AC", "2H", "3S"]),
            (["5C", "6H", "7S"], "KS", []),  # the new card is in it
            (["9C", "2H", "10S"], "JS", ["9C", "10S", "JS"]),
            (["4C", "6H", "7S"], "5S", ["4C", "6H", "7S", "5S"]),
            ([], "5C", []),
        ],
    )
    def test_pairs_and_runs(self, laid, new, made):
        made_of = combination(cards(*laid), card(new))
        assert [made_card.code for made_card in made_of] == made

    def test_a_run_takes_by_force_in_valeur(self):
        trick = played("5C", "6H", "7S")
        assert (trick.winner, trick.by_combination, trick.over) == (2, True, True)
        assert code_of("5C", "6H", ("7S", {"take": False})) == "must_take"

    def test_a_run_takes_by_force_in_couleur_whatever_the_order(self):
        assert played("5C", "7C", "6C").winner == 2

    def test_in_tete_it_takes_at_will(self):
        start = ("KD", ("KC", {"take": False}))
        assert code_of("KD", "KC") == "take_needed"
        assert played("KD", ("KC", {"take": True})).winner == 1
        assert played(*start).winner is None

    def test_left_in_tete_it_is_not_offered_again(self):
        trick = played("KD", ("KC", {"take": False}), "JS")
        assert trick.winner is None
        assert code_of("KD", ("KC", {"take": False}), ("JS", {"take": True})) == "no_combination"
        # A third king makes a new pair.
        assert code_of("KD", ("KC", {"take": False}), "KS") == "take_needed"

    def test_the_winner_gets_the_cards_laid_only(self):
        trick = played("5C", "-2C", "6H", "7S")
        assert [card.code for card in trick.cards] == ["5C", "6H", "7S"]
        assert trick.winner == 0


class TestJokers:
    """« Les 2 jokers peuvent remplacer n'importe quelle carte. »"""

    def test_a_joker_is_declared(self):
        assert code_of("X1") == "joker_undeclared"
        assert code_of("3C", ("X1", {"declared": "X2"})) == "joker_undeclared"
        trick = played(("X1", {"declared": "3C"}), "9C")
        assert trick.mode == "couleur"
        assert [card.code for card in trick.cards] == ["X1", "9C"]

    def test_a_joker_may_be_the_very_card_on_the_table(self):
        trick = played("7C", ("X1", {"declared": "7C"}))
        assert (trick.mode, trick.winner) == ("couleur", 1)

    def test_only_a_joker_is_declared(self):
        assert code_of(("3C", {"declared": "4C"})) == "joker_declaration"
        assert played(("3C", {"declared": "3C"})).to_act == 1

    def test_a_joker_is_discarded_without_a_word(self):
        assert played("3C", "-X1").discards == ((1, card("X1")),)


class TestRoundOfDiscards:
    """« Le pli revient au dernier joueur qui a posé une carte. »"""

    def test_the_last_who_laid_closes(self):
        trick = played("7C", "-2S", "-3S")
        assert (trick.to_act, trick.closing, trick.winner) == (0, True, None)
        assert played("7C", "-2S", "-3S", "take").winner == 0

    def test_and_may_add_a_card_that_completes_a_combination_whatever_the_mode(self):
        trick = played("7C", "-2S", "-3S", "7H")
        assert (trick.winner, trick.by_combination, len(trick.cards)) == (0, True, 2)
        # In couleur the added card may make a pair in another suit.
        assert played("7C", "9C", "-2S", "-3S", "9H").winner == 1
        assert code_of("7C", "-2S", "-3S", "8H") == "no_combination"

    def test_or_discard(self):
        trick = played("7C", "-2S", "-3S", "-KH")
        assert (trick.winner, trick.by_combination) == (0, False)
        assert [card.code for card in trick.cards] == ["7C"]

    def test_a_card_laid_opens_the_round_again(self):
        trick = played("7C", "-2S", "9C", "-3S")
        assert (trick.to_act, trick.closing) == (1, False)
        assert played("7C", "-2S", "9C", "-3S", "-4S").closing

    def test_taking_before_the_round_is_over(self):
        assert code_of("7C", "take") == "not_closing"

    def test_in_tete_the_closing_combination_needs_no_choice(self):
        steps = ("KD", ("JC", {"mode": "tete"}), "-2S", "-3S")
        assert played(*steps, "JS").winner == 1


class TestOutOfCards:
    """« Un des joueurs joue sa dernière carte au milieu d'un pli. Le pli doit se terminer. »"""

    def test_whoever_has_no_card_is_passed_over(self):
        trick = played("7C", ("9C", {"last": True}), "-2S", "-3S")
        assert trick.winner == 1  # nothing is left to add: the trick is taken at once
        assert played("7C", "9C", seats=3, without=[2]).to_act == 0

    def test_alone_with_cards_one_closes_at_once(self):
        trick = played("7C", seats=3, without=[1, 2])
        assert (trick.to_act, trick.closing) == (0, True)

    def test_a_last_card_that_combines_takes(self):
        trick = played("5C", "6H", ("7S", {"last": True}))
        assert (trick.winner, trick.without) == (2, frozenset({2}))

    def test_the_last_card_discarded_to_close(self):
        trick = played("7C", "-2S", "-3S", ("-KH", {"last": True}))
        assert (trick.winner, trick.without) == (0, frozenset({0}))


KINGS = ("KD", ("JC", {"mode": "tete"}))


@pytest.mark.parametrize(
    ("steps", "code", "field", "params"),
    [
        (["JC", "QS"], "mode_needed", "mode", {"card": "QS"}),
        (["JC", ("QS", {"mode": "couleur"})], "mode_not_open", "mode", {"card": "QS"}),
        (["7C", "6S"], "second_card_unplayable", "card", {"card": "6S", "cards": ["7C"]}),
        (["3C", "9C", "10S"], "not_the_suit", "card", {"suit": "clubs"}),
        (["3C", "5H", "9C"], "mute_suit", "card", {"suit": "clubs"}),
        (["3C", "5H", "9S", "7H"], "not_higher", "card", {"card": "9S"}),
        ([*KINGS, "10S"], "not_a_face", "card", {"card": "10S"}),
        (["-3C"], "lead_must_lay", "card", {}),
        (["3C", "3C"], "card_repeated", "card", {"card": "3C"}),
        (["3C", "-9C", "9C"], "card_repeated", "card", {"card": "9C"}),
        (["5C", "6H", ("7S", {"take": False})], "must_take", "take", {"card": "7S"}),
        (["KD", "KC"], "take_needed", "take", {"card": "KC"}),
        (["3C", ("9C", {"take": True})], "no_combination", "take", {"card": "9C"}),
        (["7C", "-2S", "-3S", "8H"], "no_combination", "card", {"card": "8H"}),
        (["X1"], "joker_undeclared", "shown", {}),
        ([("3C", {"declared": "4C"})], "joker_declaration", "shown", {"card": "3C"}),
        (["7C", "take"], "not_closing", None, {}),
        (["5C", "6H", "7S", "8S"], "trick_over", None, {}),
    ],
)
def test_a_refusal_names_its_field_and_the_card(steps, code, field, params):
    with pytest.raises(RuleError) as error:
        played(*steps)
    assert (error.value.code, error.value.field) == (code, field)
    assert error.value.params == params


def test_a_trick_that_is_taken_is_not_closing():
    assert played("7C", "-2S", "-3S").closing
    for last in ("take", "7H", "-KH"):
        trick = played("7C", "-2S", "-3S", last)
        assert (trick.to_act, trick.winner, trick.closing) == (None, 0, False)


def test_nothing_is_played_on_a_trick_that_is_over():
    over = ("5C", "6H", "7S")
    assert code_of(*over, "8S") == "trick_over"
    assert code_of(*over, "-8S") == "trick_over"
    assert code_of(*over, "take") == "trick_over"
    with pytest.raises(RuleError, match="trick_over"):
        check_lay(played(*over), card("8S"))
