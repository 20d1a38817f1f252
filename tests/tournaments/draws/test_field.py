"""Tests of the properties of a table and of a field."""

from dataclasses import replace

import pytest

from tests.tournaments.draws.playing import of, rounds_of, without
from tournaments.draws.field import Entrant, Field, Options, Points, Result, Table, seeded
from tournaments.draws.lots import by_lot
from tournaments.formats.installed import FORMATS


def test_a_table_of_pairs():
    table = Table(1, ((4, 7), (2, 9)))
    assert (table.bye, table.entrants) == (False, (4, 7, 2, 9))
    assert [table.side_of(entrant) for entrant in (4, 7, 2, 9, 1)] == [0, 0, 1, 1, None]
    assert Table(1, ((4, 7),)).bye


@pytest.mark.parametrize(
    ("result", "winner"),
    [
        (None, None),
        (Result((3, 1, 2)), 0),
        (Result((1, 3, 2)), 1),
        (Result((3, 3, 2)), None),
        (Result(), None),
        # The forfeits leave one side, which wins; or two sides, so nobody wins; or none. In the
        # last case the one who forfeited is not at this table.
        (Result((3, 1, 2), frozenset({1, 2, 5})), 1),
        (Result((3, 1, 2), frozenset({3})), None),
        (Result((), frozenset({1, 3, 5})), None),
        (Result((3, 1, 2), frozenset({9})), 0),
    ],
)
def test_who_won(result, winner):
    assert Table(1, ((1, 2), (3, 4), (5, 6)), result).winner == winner


def test_a_bye_is_won():
    assert Table(1, ((4,),), Result((0,))).winner == 0


def test_seeds_first_then_ratings_then_lots():
    entrants = [
        Entrant(1, "A"),
        Entrant(2, "B", rating=1500.0),
        Entrant(3, "C", seed=2),
        Entrant(4, "D", rating=1510.0),
        Entrant(5, "E", seed=1, rating=1.0),
        Entrant(6, "F"),
        Entrant(7, "G", rating=0.5),
        Entrant(8, "H", rating=0.0),
    ]
    assert seeded(entrants, "graine") == (5, 3, 4, 2, 7, 8, *by_lot("graine", "seeding", [1, 6]))


def test_who_may_be_drawn_and_who_is_ranked():
    field = without(of(4), 2)
    assert (field.playing, field.ranked) == ([1, 3, 4], [1, 3, 4])
    assert field.seeding() == (1, 3, 4)
    begun = replace(without(field, 4), rounds=rounds_of({(1, 3): (1, 0)}), order=(1, 2))
    assert (begun.playing, begun.ranked) == ([1, 3], [1, 2, 3])


def test_a_fields_lots_are_those_of_its_seed():
    entrants = tuple(Entrant(number, str(number)) for number in range(1, 13))
    for seed in ("graine", "autre"):
        lots = tuple(by_lot(seed, "seeding", range(1, 13)))
        assert Field(entrants, seed=seed).seeding() == seeded(entrants, seed) == lots


def test_what_was_worked_out_once_makes_no_other_field():
    field = of(4)
    field.worked["points"] = {1: 3}
    assert field == of(4)
    assert "worked" not in repr(field)


def test_options_that_are_not_told():
    usual = Options()
    assert (usual.pool_style, usual.split, usual.movement) == ("round_robin", "rank", "individual")
    assert (usual.draw_by, usual.duplicate, usual.counting) == ("lot", "", "result")
    assert (usual.cycles, usual.depth, usual.bye_score, usual.reset_final) == (1, 2, 0, True)
    assert (usual.places_up, usual.idle_days, usual.idle_places) == (3, 0, 1)
    assert (usual.bonus, usual.deals, usual.skip, usual.b_final) == (None, None, False, False)
    assert (usual.edition, usual.forbidden_pairs, usual.leaver) == (3, frozenset(), "")
    assert (usual.rounds, usual.groups, usual.qualifiers, usual.table_size) == (None, None, 2, 4)
    flags = (usual.third_place, usual.cadrage, usual.forbid_rematch, usual.same_club)
    assert flags == (False, False, False, False)
    assert (usual.difference_cap, usual.place_points) == (None, None)
    assert (usual.first_round, usual.later_rounds) == ("draw", "standing")
    assert usual.points == Points(win=1, draw=0.5, loss=0, bye=None)


def test_what_formats_are_not_unless_they_say_so():
    def those(name):
        return {slug for slug, format_ in FORMATS.items() if getattr(format_, name)}

    usual = Options()
    assert {slug for slug, format_ in FORMATS.items() if format_.many(usual)} == {"tables"}
    alone = {slug for slug, format_ in FORMATS.items() if format_.individual(usual)}
    assert alone == {"melee", "rotation"}
    assert those("calendar") == {"rotation"}
    assert those("declared") == {"ladder"}
    assert those("fixed") == {
        *("single_elimination", "double_elimination", "cascade"),
        *("round_robin", "groups", "maastricht", "rotation"),
    }
    assert {slug: FORMATS[slug].trf for slug in those("trf")} == {
        "round_robin": "Round robin",
        "swiss": "Swiss",
    }
    assert {slug: FORMATS[slug].counting for slug in FORMATS if slug in those("tie_breaks")} == {
        "formule_x": "bonus",
        "cumulative": "score",
    }
    table = Table(1, ((1,), (2,)), slot="K1.1")
    assert {slug for slug, format_ in FORMATS.items() if format_.decisive(table)} == {
        *("single_elimination", "double_elimination", "cascade"),
        *("groups", "maastricht"),
    }
    assert not FORMATS["groups"].decisive(replace(table, slot="GA"))
    assert not FORMATS["maastricht"].decisive(replace(table, slot=""))
    assert FORMATS["cascade"].decisive(replace(table, slot="PW"))
