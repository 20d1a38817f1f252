"""Rules that each format's draw must keep, checked over whole tournaments of every size.

Results are random, and in half of the tests people leave or forfeit.
"""

from collections import Counter
from itertools import combinations
from random import Random

import networkx
import pytest

from tests.tournaments.draws.playing import of, played, without
from tests.tournaments.formats.test_installed import SIZES, by_chance
from tournaments.draws import circle
from tournaments.draws.errors import PairingError
from tournaments.formats.installed import FORMATS, format_of

# By size of the bracket: the round of the losers' bracket before which two who met in the winners'
# bracket do not meet again.
APART = {2: 0, 4: 0, 8: 3, 16: 4, 32: 5, 64: 7, 128: 8}


def met(field):
    """Return the number of meetings of every two entrants at tables of two sides."""
    return Counter(
        frozenset((table.sides[0][0], table.sides[1][0]))
        for tables in field.rounds
        for table in tables
        if len(table.sides) == 2
    )


def byes(field):
    return Counter(t.sides[0][0] for tables in field.rounds for t in tables if t.bye)


def losses(field, knockout=lambda table: True):
    """Return the losses and forfeits of each entrant at tables for which `knockout` is true."""
    lost = Counter()
    for tables in field.rounds:
        for table in tables:
            if table.bye or not knockout(table):
                continue
            lost.update(
                entrant
                for at, side in enumerate(table.sides)
                if at != table.winner
                for entrant in side
            )
    return lost


def can_be_new(entrants, seen, alone=()):
    """Return whether all can be paired without a rematch.

    If their number is odd, one of them has the bye, who must be in `alone`.
    """
    graph = networkx.Graph()
    graph.add_nodes_from(entrants)
    graph.add_edges_from(pair for pair in combinations(entrants, 2) if not seen[frozenset(pair)])
    if len(entrants) % 2:
        graph.add_edges_from(("nobody", entrant) for entrant in alone)
    return len(networkx.max_weight_matching(graph, maxcardinality=True)) == (len(entrants) + 1) // 2


# --- What each format owes ---------------------------------------------------------------------


def swiss(field, drawn, messy):
    entrants = sorted(entrant for table in drawn for entrant in table.entrants)
    assert entrants == sorted(field.playing)
    seen, had = met(field), byes(field)
    pairs = [frozenset(table.entrants) for table in drawn if not table.bye]
    if any(seen[pair] for pair in pairs):
        assert not can_be_new(entrants, seen, entrants)
    alone = [table.sides[0][0] for table in drawn if table.bye]
    assert len(alone) == len(entrants) % 2
    for entrant in alone:
        fewer = [other for other in entrants if had[other] < had[entrant]]
        # If somebody had fewer byes, giving them the bye would force a rematch.
        assert not fewer or messy or not can_be_new(entrants, seen, fewer)


def round_robin(field, drawn, messy):
    met_now = met(played(field, drawn))
    assert max(met_now.values(), default=0) <= field.options.cycles
    if not messy and len(field.rounds) + 1 == circle.round_count(len(field.order), 1):
        assert set(met_now.values()) == {1}
        assert len(met_now) == len(field.order) * (len(field.order) - 1) // 2
        assert set(byes(played(field, drawn)).values()) <= {1}


def single_elimination(field, drawn, messy):
    lost = losses(field)
    assert not any(lost[entrant] for t in drawn if not t.bye for entrant in t.entrants)
    if not field.rounds:
        size = 1 << (len(field.order) - 1).bit_length()
        resting = {table.sides[0][0] for table in drawn if table.bye}
        seated = {entrant for table in drawn if not table.bye for entrant in table.entrants}
        assert set(field.order[: size - len(field.order)]) == set(field.order) - seated
        assert resting <= set(field.order[: size - len(field.order)])


def double_elimination(field, drawn, messy):
    lost = losses(field)
    size = max(2, 1 << (len(field.order) - 1).bit_length())
    among_winners = Counter(
        frozenset(table.entrants)
        for tables in field.rounds
        for table in tables
        if table.slot.startswith("W") and not table.bye
    )
    for table in drawn:
        if table.bye:
            continue
        assert all(lost[entrant] < 2 for entrant in table.entrants)
        if table.slot.startswith("L") and int(table.slot[1:].split(".")[0]) < APART[size]:
            assert not among_winners[frozenset(table.entrants)]


def groups(field, drawn, messy):
    in_groups = [table for table in drawn if not table.slot.startswith("K")]
    assert not in_groups or len(in_groups) == len(drawn)
    if in_groups:
        assert max(met(played(field, drawn)).values(), default=0) <= 1
        return
    lost = losses(field, lambda table: table.slot.startswith("K"))
    assert not any(lost[entrant] for t in drawn if not t.bye for entrant in t.entrants)


def melee(field, drawn, messy):
    rested = byes(field)
    now = {table.sides[0][0] for table in drawn if table.bye}
    assert len(now) == len(field.playing) % 4
    if not messy:
        after = [rested[entrant] + (entrant in now) for entrant in field.playing]
        assert max(after) - min(after) <= 1
    partners = Counter(
        frozenset(side)
        for tables in (*field.rounds, drawn)
        for table in tables
        if not table.bye
        for side in table.sides
    )
    # In four rounds, nobody has the same partner twice, except in the smallest fields.
    if not messy and len(field.order) >= 6:
        assert max(partners.values(), default=1) == 1


def tables(field, drawn, messy):
    sizes = [len(table.entrants) for table in drawn]
    assert max(sizes) - min(sizes) <= 1
    assert set(sizes) <= {3, 4, 5}
    assert sum(sizes) == len(field.playing)


def of_knockout(table):
    return table.slot.startswith("K")


def fields_of(field, drawn):
    """Check that nobody plays on after losing in a knockout, and that nobody changes fields."""
    lost = losses(field, of_knockout)
    assert not any(lost[entrant] for t in drawn if not t.bye for entrant in t.entrants)
    own = {}
    for tables in (*field.rounds, drawn):
        for table in filter(of_knockout, tables):
            for entrant in table.entrants:
                assert own.setdefault(entrant, table.slot[1]) == table.slot[1]


def cascade(field, drawn, messy):
    fields_of(field, drawn)
    if any(map(of_knockout, drawn)):
        return
    # Entrants meet who have won and lost in the same rounds. If their number is odd, one rests.
    way = dict.fromkeys(field.playing, "P")
    for tables in field.rounds:
        won = {table.sides[table.winner][0] for table in tables if table.winner is not None}
        way = {entrant: way[entrant] + ("W" if entrant in won else "L") for entrant in way}
    assert all({way[entrant] for entrant in t.entrants} == {t.slot} for t in drawn)
    assert sorted(entrant for t in drawn for entrant in t.entrants) == sorted(field.playing)
    assert max(Counter(t.slot for t in drawn if t.bye).values(), default=0) <= 1
    if not messy:
        # Two who both forfeited have both lost without meeting, so they may be drawn together
        # again.
        away = Counter(
            frozenset(table.entrants)
            for tables in field.rounds
            for table in tables
            if table.result and set(table.entrants) == table.result.forfeit
        )
        assert max((met(played(field, drawn)) - away).values(), default=0) <= 1


def maastricht(field, drawn, messy):
    fields_of(field, drawn)
    if not any(map(of_knockout, drawn)):
        swiss(field, drawn, messy)


def rotation(field, drawn, messy):
    partners = Counter(
        frozenset(side)
        for tables in (*field.rounds, drawn)
        for table in tables
        for side in table.sides
        if len(side) == 2
    )
    assert max(partners.values(), default=1) == 1
    # Every remaining entrant sits exactly once. Nobody joins late, and the place of one who left
    # stays empty.
    seats = Counter(entrant for table in drawn for entrant in table.entrants)
    assert seats == Counter(field.playing)


def formule_x(field, drawn, messy):
    """Check that all play, that rematches are only forced ones, and that the byes are spread."""
    entrants = sorted(entrant for table in drawn for entrant in table.entrants)
    assert entrants == sorted(field.playing)
    seen, had = met(field), byes(field)
    if any(seen[frozenset(table.entrants)] for table in drawn if not table.bye):
        assert not can_be_new(entrants, seen, entrants)
    alone = [table.sides[0][0] for table in drawn if table.bye]
    assert len(alone) == len(entrants) % 2
    for entrant in alone:
        fewer = [other for other in entrants if had[other] < had[entrant]]
        assert not fewer or messy or not can_be_new(entrants, seen, fewer)


OWED = {
    "rotation": rotation,
    "formule_x": formule_x,
    "cumulative": formule_x,
    "cascade": cascade,
    "maastricht": maastricht,
    "swiss": swiss,
    "round_robin": round_robin,
    "single_elimination": single_elimination,
    "double_elimination": double_elimination,
    "groups": groups,
    "melee": melee,
    "tables": tables,
}


def both_gave_up(drawn):
    return any(set(t.entrants) == t.result.forfeit for t in drawn if not t.bye)


def next_round(way, field):
    try:
        return way.draw(field).tables, ""
    except PairingError as error:
        return (), error.code


def hold(slug, count, messy, seed=0):
    """Play a tournament until it is finished, and check the rules of its format at each draw."""
    random = Random(f"{slug} {count} {messy} {seed}")
    way = format_of(slug)
    field = of(count, counting=way.counting, groups=max(1, min(4, count // 3)), seed=str(seed))
    for _ in range(600):
        drawn, refusal = next_round(way, field)
        if refusal:
            assert refusal == "stage_finished" or len(field.playing) < 2 * way.least
            first = [row.entrant for row in way.standings(field) if row.rank == 1]
            # There is one winner, unless entrants left or both sides of a table forfeited.
            assert len(first) == 1 or messy or any(map(both_gave_up, field.rounds))
            return
        OWED[slug](field, drawn, messy)
        field = played(field, drawn, by_chance(slug, random))
        if messy and random.random() < 0.15:
            field = without(field, random.randrange(1, count + 1))
    raise AssertionError("does not end")


def test_every_format_owes_something():
    # A ladder draws nothing, and its own tests check its challenges. The toy format belongs to the
    # tests.
    assert set(OWED) == set(FORMATS) - {"ladder", "toy_format"}


@pytest.mark.nightly
@pytest.mark.parametrize("slug", sorted(OWED))
@pytest.mark.parametrize("messy", [False, True])
@SIZES
def test_what_a_draw_owes_in_every_size(slug, messy, sizes):
    for count in sizes:
        if count >= format_of(slug).least:
            hold(slug, count, messy)
