import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.tournaments.draws.playing import joined, of, played, run, without
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Options, Result
from tournaments.formats.installed import FORMATS, format_of

SLUGS = {
    "single_elimination",
    "double_elimination",
    "round_robin",
    "groups",
    "swiss",
    "cascade",
    "maastricht",
    "formule_x",
    "cumulative",
    "melee",
    "rotation",
    "tables",
    "ladder",
    # A format of the tests.
    "toy_format",
}
# A ladder draws nothing; test_ladder.py plays one instead.
DRAWN = SLUGS - {"ladder", "toy_format"}
# The sizes of fields: every small one, and a few large ones, which take most of the time. All of
# them run only at night.
SMALL = range(2, 20)
SIZES = pytest.mark.parametrize(
    "sizes",
    [
        pytest.param(SMALL, id="small"),
        pytest.param((33, 64, 101, 128), id="large"),
        pytest.param(range(20, 129), id="all", marks=pytest.mark.nightly),
    ],
)


def test_the_formats():
    assert set(FORMATS) == SLUGS
    assert {slug: format_.least for slug, format_ in FORMATS.items()} == {
        "single_elimination": 2,
        "double_elimination": 2,
        "round_robin": 2,
        "groups": 4,
        "swiss": 2,
        "cascade": 4,
        "maastricht": 8,
        "formule_x": 4,
        "cumulative": 4,
        "melee": 4,
        "rotation": 4,
        "tables": 3,
        "ladder": 2,
        "toy_format": 4,
    }
    assert {slug for slug, format_ in FORMATS.items() if format_.bye == 0} == {
        "round_robin",
        "groups",
    }
    # In the first edition, a rest in a mêlée was worth nothing.
    assert {slug for slug, format_ in FORMATS.items() if format_.first_bye == 0} == {
        "round_robin",
        "groups",
        "melee",
    }
    with pytest.raises(KeyError):
        format_of("howell")


@pytest.mark.parametrize(
    ("slug", "count", "options", "rounds"),
    [
        ("single_elimination", 7, {}, 3),
        ("single_elimination", 12, {"cadrage": True}, 4),
        # The winners play in rounds 1, 2 and 4, the losers up to round 5. Then there are two
        # finals.
        ("double_elimination", 8, {}, 7),
        ("double_elimination", 8, {"reset_final": False}, 6),
        ("round_robin", 6, {}, 5),
        ("round_robin", 7, {"cycles": 2}, 14),
        ("swiss", 7, {}, 3),
        ("swiss", 8, {}, 3),
        ("swiss", 9, {}, 4),
        ("swiss", 9, {"rounds": 7}, 7),
        ("melee", 16, {}, 4),
        ("formule_x", 16, {}, 4),
        ("cumulative", 16, {"rounds": 5}, 5),
        ("tables", 16, {"rounds": 3}, 3),
        ("groups", 16, {}, 6),
        # After one meeting in the only group, the two who qualify play the final.
        ("groups", 2, {"groups": 1}, 2),
        ("groups", 1, {"groups": 1}, None),
        ("cascade", 8, {}, 3),
        ("maastricht", 16, {}, 5),
        ("maastricht", 7, {}, None),
        ("rotation", 3, {}, None),
        ("ladder", 8, {}, None),
        ("rotation", 16, {}, 15),
        ("rotation", 7, {"movement": "howell"}, 7),
        ("rotation", 12, {"movement": "mitchell"}, 6),
        ("rotation", 12, {"movement": "mitchell", "skip": True}, 5),
    ],
)
def test_how_many_rounds(slug, count, options, rounds):
    assert format_of(slug).rounds(of(count, **options)) == rounds


def by_chance(slug, random):
    """Return a function that makes a random result of a table.

    It may be a win, a draw where one is allowed, or a forfeit of one side or of all.
    """

    def result(table):
        chance = random.random()
        if chance < 0.05:
            return Result((), frozenset(random.choice(table.sides)))
        if chance < 0.07:
            return Result((), frozenset(table.entrants))
        if format_of(slug).decisive(table):
            return Result(random.choice(((3, 1), (0, 2))))
        return Result(tuple(random.randrange(4) for _ in table.sides))

    return result


def given_up(field):
    tables = [table for tables in field.rounds for table in tables if not table.bye]
    left = any(not entrant.playing for entrant in field.entrants)
    return left or any(table.result.forfeit == set(table.entrants) for table in tables)


def through(slug, count, seed, **options):
    """Play a tournament to its end, in which people forfeit, leave and come late; check each
    round.
    """
    random = Random(f"{slug} {count} {seed}")
    former = format_of(slug)
    field = of(count, counting=former.counting, **options)
    for _ in range(600):
        try:
            drawn = former.draw(field)
        except PairingError as error:
            few = error.code == "too_few_entrants" and len(field.playing) < 2 * former.least
            if error.code != "stage_finished" and not few:
                raise
            rows = former.standings(field)
            # An entrant who came too late for every draw has no place.
            seats = [table.entrants for tables in field.rounds for table in tables]
            assert {row.entrant for row in rows} == set(field.order).union(*seats)
            assert len(rows) == len({row.entrant for row in rows})
            # Only a final that both forfeit, or for which nobody is left, has no winner.
            assert rows[0].rank == 1 or given_up(field)
            return
        seated = Counter(entrant for table in drawn.tables for entrant in table.entrants)
        assert set(seated.values()) <= {1}
        assert set(seated) <= set(field.playing)
        assert [table.number for table in drawn.tables] == list(range(1, len(drawn.tables) + 1))
        field = played(field, drawn.tables, by_chance(slug, random))
        if random.random() < 0.15:
            field = without(field, random.randrange(1, count + 1))
        if random.random() < 0.1 and count <= 24 and len(field.entrants) < count + 2:
            field = joined(field)
    raise AssertionError("does not end")


# By seed: the greatest number of groups, and further options.
CHOICES = (
    (4, {"b_final": True, "pool_style": "barrage", "movement": "howell"}),
    (5, {"third_place": True, "split": "wins", "draw_by": "standing", "movement": "tables"}),
    (
        33,
        {
            "draw_by": "rotation",
            "cadrage": True,
            "rounds": 6,
            "b_final": True,
            "pool_style": "barrage",
        },
    ),
)


@pytest.mark.nightly
@pytest.mark.parametrize("slug", sorted(DRAWN))
@SIZES
def test_every_size_runs_to_its_end(slug, sizes):
    for count in sizes:
        if count >= format_of(slug).least:
            for seed in range(3) if count < 20 else [count % 3]:
                most, options = CHOICES[seed]
                through(slug, count, seed, groups=max(1, min(most, count // 3)), **options)


def test_a_round_beyond_the_last_is_refused():
    for slug in ("swiss", "melee", "tables", "formule_x", "cumulative"):
        field = run(of(8, rounds=2), slug)
        assert len(field.rounds) == 2


# --- The same seed ----------------------------------------------------------------------------

ROUNDS = 5


def draws_as_text():
    """Return the draws of five rounds in every format, as one text."""
    lines = []
    # The toy format is left out. It is installed by the settings of the tests, which the other
    # process does not use.
    for slug in sorted(FORMATS.keys() - {"toy_format"}):
        random = Random(1)
        field = of(22, rounds=ROUNDS)
        for number in range(ROUNDS):
            try:
                drawn = format_of(slug).draw(field)
            except PairingError as error:
                lines.append(f"{slug} {number} {error.code}")
                break
            lines.append(f"{slug} {number} {[(t.sides, dict(t.why)) for t in drawn.tables]}")
            scores = Random(number)
            field = played(
                field,
                drawn.tables,
                lambda t, by=scores: Result(tuple(by.sample(range(9), len(t.sides)))),
            )
            if number == 2:
                field = joined(without(field, random.randrange(1, 23)))
    return "\n".join(lines)


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
@pytest.mark.nightly
def test_the_same_seed_draws_the_same_in_another_process(hash_seed):
    code = (
        "from tests.tournaments.formats.test_installed import draws_as_text; "
        "print(draws_as_text(), end='')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == draws_as_text()


def test_another_seed_draws_otherwise():
    # The seed decides between equals and every lot, unless the organiser has set an order.
    for slug in ("melee", "tables", "formule_x", "cumulative"):
        tables, other_tables = (
            format_of(slug).draw(of(12, seed=seed)).tables for seed in ("a", "b")
        )
        assert [table.sides for table in tables] != [table.sides for table in other_tables]


def test_options_have_the_defaults_of_the_contract():
    options = Options()
    assert (options.points.win, options.points.draw, options.points.loss) == (1, 0.5, 0)
    assert (options.cycles, options.reset_final, options.bye_score) == (1, True, 0)


def test_how_many_rest_in_a_round():
    resting = {
        slug: [format_.resting(count, Options()) for count in (12, 13, 14, 15)]
        for slug, format_ in FORMATS.items()
    }
    odd, fours, nobody = [0, 1, 0, 1], [0, 1, 2, 3], [0, 0, 0, 0]
    assert resting == {
        **dict.fromkeys(("round_robin", "swiss", "cascade", "maastricht"), odd),
        **dict.fromkeys(("formule_x", "cumulative", "toy_format"), odd),
        **dict.fromkeys(("melee", "rotation"), fours),
        **dict.fromkeys(("single_elimination", "double_elimination", "groups"), nobody),
        **dict.fromkeys(("tables", "ladder"), nobody),
    }


def test_which_draws_depend_on_no_results():
    def blind(**options):
        return {slug for slug, format_ in FORMATS.items() if format_.blind(Options(**options))}

    assert blind() == {"ladder", "cumulative", "toy_format"}
    assert blind(draw_by="standing") == {"ladder", "toy_format"}


def test_who_was_not_drawn_yet_is_not_in_the_standings():
    for slug in ("swiss", "round_robin", "formule_x"):
        field = of(8)
        field = joined(played(field, format_of(slug).draw(field).tables))
        rows = format_of(slug).standings(field)
        assert sorted(row.entrant for row in rows) == list(range(1, 9)), slug


def test_a_rotation_of_tables_seats_several_and_of_individuals_gives_partners():
    rotation = FORMATS["rotation"]
    kinds = {
        movement: (rotation.individual(options), rotation.many(options))
        for movement in ("individual", "howell", "mitchell", "teams", "tables")
        if (options := Options(movement=movement))
    }
    assert kinds == {
        "individual": (True, False),
        **dict.fromkeys(("howell", "mitchell", "teams"), (False, False)),
        "tables": (False, True),
    }
