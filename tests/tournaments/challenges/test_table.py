"""Tests of a season's table by worked examples, and by a second computation of the same rules."""

import random
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from itertools import combinations

import pytest

from tournaments.challenges.table import ChallengeEvening, ChallengeRules, EveningOutcome, table


def evening(key, *ranked, **more):
    """Return an evening of individuals, given as (name, rank), or as names in order of rank."""
    placed = [
        (entry, at) if isinstance(entry, str) else entry for at, entry in enumerate(ranked, start=1)
    ]
    return ChallengeEvening(
        key, tuple(EveningOutcome((name,), rank, **more) for name, rank in placed)
    )


def totals(evenings, **rules):
    return {line.competitor[0]: line.total for line in table(evenings, ChallengeRules(**rules))}


THREE = evening("1", "a", "b", "c")


@pytest.mark.parametrize(
    ("rules", "points"),
    [
        ({"scale": "ranks"}, [2, 1, 0]),
        ({"scale": "list", "places": (Fraction(10), Fraction(6))}, [10, 6, 0]),
        ({"scale": "share"}, [100, 50, 0]),
        ({"scale": "share", "worth": Fraction(30)}, [30, 15, 0]),
        ({"scale": "ranks", "coming": Fraction(5)}, [7, 6, 5]),
    ],
)
def test_a_place_is_worth_what_the_scale_says(rules, points):
    assert list(totals([THREE], **rules).values()) == points


def test_equals_have_the_points_of_their_place_and_half_of_each_other():
    equal = evening("1", ("a", 1), ("b", 1), ("c", 3))
    assert totals([equal], scale="ranks") == {"a": 2, "b": 2, "c": 0}
    assert totals([equal], scale="share") == {"a": 75, "b": 75, "c": 0}


@pytest.mark.parametrize(("names", "points"), [("ab", {"a": 100, "b": 0}), ("a", {"a": 0})])
def test_a_share_of_two_or_of_one_alone(names, points):
    assert totals([evening("1", *names)], scale="share") == points


def test_own_points_and_those_of_a_table_entered_by_hand_count_as_they_are():
    own = ChallengeEvening("1", (EveningOutcome(("a",), 1, own=Fraction(7, 2)),))
    given = ChallengeEvening("2", (EveningOutcome(("a",), 1, given=Fraction(40)),))
    assert totals([own, given], scale="own") == {"a": Fraction(87, 2)}
    assert totals([own, given], scale="ranks") == {"a": 40}


def test_each_member_of_a_pair_has_its_points_or_the_pair_has_them():
    pairs = ChallengeEvening("1", (EveningOutcome(("b", "a"), 1), EveningOutcome(("c", "d"), 2)))
    assert totals([pairs]) == {"a": 1, "b": 1, "c": 0, "d": 0}
    ranked = table([pairs], ChallengeRules(pairs=True))
    assert [(line.competitor, line.total) for line in ranked] == [(("a", "b"), 1), (("c", "d"), 0)]


SEASON = [
    evening("1", "a", "b", "c", "d"),
    evening("2", "b", "a", "c", "d"),
    evening("3", "a", "c", "d"),
]


def test_the_best_count_and_the_worst_are_struck_an_absence_first():
    by_best = {line.competitor[0]: line for line in table(SEASON, ChallengeRules(best=2))}
    assert (by_best["a"].total, by_best["a"].struck) == (5, 1)  # 3 + 2 of 3 + 2 + 2
    assert (by_best["b"].total, by_best["b"].struck) == (5, 0)  # 2 + 3, and was not there
    by_worst = {line.competitor[0]: line for line in table(SEASON, ChallengeRules(worst=1))}
    assert {name: line.total for name, line in by_worst.items()} == {"a": 5, "b": 5, "c": 2, "d": 0}


def test_if_as_many_evenings_are_struck_as_there_were_or_more_nothing_counts():
    assert totals(SEASON, worst=3) == totals(SEASON, worst=5) == dict.fromkeys("abcd", 0)


def test_the_lower_of_two_limits_counts():
    assert totals(SEASON, best=1, worst=1) == {"a": 3, "b": 3, "c": 1, "d": 0}
    assert totals(SEASON, best=2, worst=2) == {"a": 3, "b": 3, "c": 1, "d": 0}


@pytest.mark.parametrize(
    ("evenings", "order", "decided"),
    [
        # 2 points each: a was first once, b never.
        ([evening("1", "a", "b", "c"), evening("2", "x", "b", "y", "a")], "ab", "places"),
        # The same places, but b won more tables.
        (
            [
                ChallengeEvening(
                    "1", (EveningOutcome(("a",), 1, won=1), EveningOutcome(("b",), 1, won=2))
                )
            ],
            "ba",
            "wins",
        ),
        # Both were first once and third once. In the evening that both attended, b was ahead of a.
        (
            [
                evening("1", "b", "x", "a"),
                evening("2", "a", "x", "y"),
                evening("3", "x", "y", "b"),
            ],
            "ba",
            "encounter",
        ),
    ],
)
def test_ties_are_split_in_the_order_of_the_rules(evenings, order, decided):
    worth = (Fraction(5), Fraction(3), Fraction(2), Fraction(1))
    rules = ChallengeRules(scale="list", places=worth)
    if decided == "places":
        rules = ChallengeRules(
            scale="list", places=(Fraction(2), Fraction(1), Fraction(), Fraction())
        )
    lines = [line for line in table(evenings, rules) if line.competitor[0] in ("a", "b")]
    assert "".join(line.competitor[0] for line in lines) == order
    assert lines[0].total == lines[1].total
    assert lines[1].decided_by == decided


def test_lots_split_the_rest_the_same_way_each_time():
    same = [ChallengeEvening("1", tuple(EveningOutcome((name,), 1) for name in "abcdef"))]
    rules = ChallengeRules(seed="x", lots=True)
    names = [line.competitor[0] for line in table(same, rules)]
    assert names == sorted("abcdef", key=lambda name: sha256(f"x|{name}|0".encode()).hexdigest())
    second = table(same, rules)[1]
    assert (second.rank, second.decided_by, second.tied) == (2, "lots", False)


def test_lots_of_pairs_are_of_both_their_people():
    same = [ChallengeEvening("1", tuple(EveningOutcome((number, "zoe"), 1) for number in range(6)))]
    numbers = [
        line.competitor[0] for line in table(same, ChallengeRules(seed="x", pairs=True, lots=True))
    ]
    lots = {number: sha256(f"x|{number}/zoe|0".encode()).hexdigest() for number in range(6)}
    assert numbers == sorted(lots, key=lots.get)


def test_who_shared_a_place_was_neither_before_nor_behind():
    # Everybody was first once: a and b together, c alone.
    rules = ChallengeRules(scale="list", places=(Fraction(1),))
    evenings = [evening("1", ("a", 1), ("b", 1)), evening("2", "c")]
    lines = table(evenings, rules)
    assert [(line.rank, line.decided_by, line.tied) for line in lines] == [(1, None, True)] * 3
    by_lots = table(evenings, replace(rules, lots=True))
    assert [line.decided_by for line in by_lots] == [None, "lots", "lots"]
    # The lots give equal lines their order, whether they count or not.
    assert [line.competitor for line in by_lots] == [line.competitor for line in lines]


def test_partners_who_always_played_together_share_their_rank():
    pairs = ChallengeEvening("1", (EveningOutcome(("b", "a"), 1), EveningOutcome(("c", "d"), 2)))
    lines = table([pairs], ChallengeRules())
    assert [(line.rank, line.decided_by, line.tied) for line in lines] == [
        (1, None, True),
        (1, None, True),
        (3, "total", True),
        (3, None, True),
    ]


def test_each_line_says_its_place_and_what_put_it_behind_the_one_above():
    lines = table(
        [THREE, evening("2", "b", "a", "c")],
        ChallengeRules(coming=Fraction(1), seed="x", lots=True),
    )
    assert {line.competitor[0] for line in lines[:2]} == {"a", "b"}
    assert [(line.rank, line.decided_by, line.total, line.coming) for line in lines] == [
        (1, None, 5, 2),
        (2, "lots", 5, 2),
        (3, "total", 2, 2),
    ]
    assert [line.won for line in lines] == [0, 0, 0]


def test_who_came_twice_is_before_who_came_once_with_the_same_best_place():
    # Both have one point from a first place, but a has a third place as well.
    rules = ChallengeRules(scale="list", places=(Fraction(1),))
    evenings = [evening("1", ("a", 1), ("b", 1)), evening("2", "x", "y", "a")]
    lines = [line for line in table(evenings, rules) if line.competitor[0] in "ab"]
    assert [(line.competitor[0], line.places, line.decided_by) for line in lines] == [
        ("a", (1, 3), None),
        ("b", (1,), "places"),
    ]


def test_a_season_without_evenings_has_no_lines():
    assert table([], ChallengeRules()) == []


def test_known_players_stand_before_guests_in_a_pair_and_in_their_order():
    pairs = ChallengeEvening(
        "1", (EveningOutcome(("zoe", 7), 1), EveningOutcome((12, 7), 2), EveningOutcome((3, 5), 3))
    )
    competitors = [line.competitor for line in table([pairs], ChallengeRules(pairs=True))]
    assert competitors == [(7, "zoe"), (7, 12), (3, 5)]


@pytest.mark.parametrize("listed", [[(3, 2), (2, 2), (1, 1)], [(1, 1), (2, 2), (3, 2)]])
def test_of_two_places_on_one_list_the_better_counts(listed):
    outcomes = (EveningOutcome(("a",), rank, own=Fraction(own)) for rank, own in listed)
    (line,) = table([ChallengeEvening("1", tuple(outcomes))], ChallengeRules(scale="own"))
    assert (line.total, line.places) == (2, (2,))


def test_results_come_by_evening_and_a_struck_one_keeps_its_wins():
    evenings = [evening("9", "a", "b", "c", won=1), evening("10", "b", "c", "a", won=1)]
    line = next(
        line for line in table(evenings, ChallengeRules(best=1)) if line.competitor == ("a",)
    )
    assert [
        (key, result.rank, result.points, result.counts) for key, result in line.results.items()
    ] == [
        ("9", 1, 2, True),
        ("10", 3, 0, False),
    ]
    assert {result.of for result in line.results.values()} == {3}
    assert (line.total, line.won, line.struck) == (2, 2, 1)


def test_of_equal_results_the_better_place_counts_then_the_first():
    equal = [
        ChallengeEvening("1", (EveningOutcome(("a",), 2, own=Fraction(4)),)),
        ChallengeEvening("2", (EveningOutcome(("a",), 1, own=Fraction(4)),)),
        ChallengeEvening("3", (EveningOutcome(("a",), 1, own=Fraction(4)),)),
    ]
    (line,) = table(equal, ChallengeRules(scale="own", best=1))
    assert [key for key, result in line.results.items() if result.counts] == ["2"]


# --- A second computation of a whole season ------------------------------------------------------


def again(evenings, places, best, coming):
    """Return (competitor, total) in order, computed without the code under test.

    It collects a list for each person and compares every two of them.
    """
    seen = {}
    for number, outcomes in enumerate(evenings):
        for people, rank, won in outcomes:
            for person in people:
                points = places[rank - 1] if rank <= len(places) else 0
                seen.setdefault(person, {})[number] = (points, rank, won)
    total = {
        person: sum(sorted((result[0] for result in own.values()), reverse=True)[:best])
        + coming * len(own)
        for person, own in seen.items()
    }

    def before(person, other, group):
        """Return whether `person` is ahead of `other` by places or wins, or None if equal."""
        mine, theirs = (sorted(x[1] for x in seen[each].values()) for each in (person, other))
        for at in range(max(len(mine), len(theirs))):
            first = mine[at] if at < len(mine) else 10**6
            second = theirs[at] if at < len(theirs) else 10**6
            if first != second:
                return first < second
        won = [sum(x[2] for x in seen[each].values()) for each in (person, other)]
        if won[0] != won[1]:
            return won[0] > won[1]
        return None

    def level(person, other):
        return total[person] == total[other] and before(person, other, ()) is None

    def score(person):
        wins = 0
        for other in seen:
            if other != person and level(person, other):
                for number in set(seen[person]) & set(seen[other]):
                    mine, theirs = seen[person][number][1], seen[other][number][1]
                    wins += (mine < theirs) - (mine > theirs)
        return wins

    ahead = dict.fromkeys(seen, 0)
    for person, other in combinations(seen, 2):
        if total[person] != total[other]:
            first = total[person] > total[other]
        elif (split := before(person, other, ())) is not None:
            first = split
        elif score(person) != score(other):
            first = score(person) > score(other)
        else:
            lots = [sha256(f"graine|{each}|0".encode()).hexdigest() for each in (person, other)]
            first = lots[0] < lots[1]
        ahead[person if first else other] += 1
    order = sorted(seen, key=lambda person: ahead[person], reverse=True)
    return [(person, total[person]) for person in order]


def drawn(luck, people):
    """Draw the partners of an evening by lot; return (people, rank, tables won) of each pair."""
    there = luck.sample(people, luck.choice([8, 10, 12]))
    won = [luck.randint(0, 3) for _pair in range(len(there) // 2)]
    return [
        (tuple(there[2 * at : 2 * at + 2]), 1 + sum(other > own for other in won), own)
        for at, own in enumerate(won)
    ]


@pytest.mark.parametrize("best", [9, None])
def test_a_season_of_eighteen_evenings_equals_it_after_each_of_200_corrections(best):
    luck = random.Random(2026)
    people = [f"p{number}" for number in range(24)]
    season = [drawn(luck, people) for _evening in range(18)]
    places = (10, 7, 5, 3, 2, 1)
    rules = ChallengeRules(
        scale="list",
        places=tuple(map(Fraction, places)),
        best=best,
        coming=Fraction(2),
        lots=True,
        seed="graine",
    )
    shared = replace(rules, lots=False)
    for _correction in range(200):
        at = luck.randrange(18)
        people_of = [pair for pair, _rank, _won in season[at]]
        won = [luck.randint(0, 3) for _pair in people_of]
        season[at] = [
            (pair, 1 + sum(other > own for other in won), own)
            for pair, own in zip(people_of, won, strict=True)
        ]
        evenings = [
            ChallengeEvening(
                str(number),
                tuple(EveningOutcome(pair, rank, won=own) for pair, rank, own in outcomes),
            )
            for number, outcomes in enumerate(season)
        ]
        totals = [(line.competitor[0], line.total) for line in table(evenings, rules)]
        assert totals == again(season, places, best, 2)
        assert _ranks_alike(table(evenings, rules), table(evenings, shared))


def _ranks_alike(by_lots, shared):
    """Whether lines share the rank of the line above exactly where lots put them below it."""
    ranks, tied = [], [line.decided_by == "lots" for line in by_lots]
    for line, below in zip(by_lots, tied, strict=True):
        ranks.append(ranks[-1] if below else line.rank)
    return [line.rank for line in shared] == ranks
