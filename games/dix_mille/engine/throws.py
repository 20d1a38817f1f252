"""The score of a throw (« Règles », « Barème »): every way of splitting it, and the best. Pure.

Dice are tuples of 1 to 6, in increasing order. « Les figures doivent être obtenues en un seul
lancer »: only dice of the same throw make a figure together. Some variants also count the dice set
aside, which are in the `Context`. Quotations are from the source of the rules.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from games.dix_mille.engine.rulesets import MilleRules

Dice = tuple[int, ...]

SINGLES = {1: 100, 5: 50}  # « Un as (1) vaut 100 points, un 5 vaut 50 points. »
LONG_RUNS = ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))
SHORT_RUNS = tuple((low, low + 1, low + 2) for low in range(1, 5))
# For each scoring, the runs of dice that score, longest first.
RUNS: dict[str, dict[Dice, int]] = {
    "classic": dict.fromkeys(LONG_RUNS, 1500),
    "six_dice": {(1, 2, 3, 4, 5, 6): 1200, **dict.fromkeys(LONG_RUNS, 600)},
    "odd": {**dict.fromkeys(LONG_RUNS, 800), **dict.fromkeys(SHORT_RUNS, 200)},
}
LATE_SUITES = {1: 500, 2: 300}  # by the number of dice set aside


class Context(NamedTuple):
    """Everything on which a throw's score depends, except its dice.

    `thrown` is how many dice were thrown. `broken`: one of three or four 5s must count as 50 first.
    `figures` are the figures made earlier in the turn (value and worth of each). `aside` are the
    dice set aside since the last main pleine (None: some are another player's).
    """

    scoring: str
    thrown: int
    full: str
    extra_die: str
    four_two_one: bool
    late_suites: bool
    broken: bool
    figures: tuple[tuple[int, int], ...]
    aside: Dice | None
    after_brelan: bool


class Group(NamedTuple):
    """Dice that score together. `kind` is single, alike, run, extra, double…"""

    kind: str
    dice: Dice
    points: int


# Groups of dice that count because of an earlier figure of their value.
THROWN_AGAIN = ("extra", "double")


def _fewer(group: Group, count: int) -> Group:
    """Return a doubling group with only `count` of its dice. Each die doubles the figure once."""
    worth = group.points // (2 ** len(group.dice) - 1)
    return Group(group.kind, group.dice[:count], worth * (2**count - 1))


class Reading(NamedTuple):
    """One way of splitting dice into groups, so that all of the dice score.

    `figures` are its brelans, carrés and yams, with their worth. `is_figure`: it contains a figure
    that the variant « avec confirmation » requires to be confirmed. `fills`: it is a combination
    that is a main pleine by itself.
    """

    points: int
    dice: Dice
    groups: tuple[Group, ...]
    figures: tuple[tuple[int, int], ...] = ()
    is_figure: bool = False
    fills: bool = False

    @property
    def singles(self) -> Dice:
        """The 1s and 5s of this reading that belong to no figure of this throw, and so may be
        jokers.

        Dice that an earlier brelan of the turn makes worth more are included.
        """
        return tuple(
            die
            for group in self.groups
            if group.kind in ("single", *THROWN_AGAIN)
            for die in group.dice
            if die in SINGLES
        )

    def with_jokers(self, jokers: Dice) -> "Reading":
        """Return the reading if some of its `singles` are jokers, which count only as single dice.

        They lose the gain from an earlier brelan: 100 for a 5, or the doubling.
        """
        beside = Counter(jokers)
        beside -= Counter(group.dice[0] for group in self.groups if group.kind == "single")
        if not beside:
            return self
        groups: list[Group] = []
        for group in self.groups:
            die = group.dice[0]
            out = min(beside[die], len(group.dice)) if group.kind in THROWN_AGAIN else 0
            beside[die] -= out
            if out:
                groups += [Group("single", (die,), SINGLES[die])] * out
            if out < len(group.dice):
                groups.append(_fewer(group, len(group.dice) - out) if out else group)
        return self._replace(points=sum(group.points for group in groups), groups=tuple(groups))


def context_of(
    rules: MilleRules,
    dice: Dice,
    *,
    total: int = 0,
    figures: tuple[tuple[int, int], ...] = (),
    aside: Dice | None = (),
    after_brelan: bool = False,
) -> Context:
    """Return the context of a throw of `dice` in a turn that has `total` points.

    « En cas de brelan ou de carré de 5, si le score accumulé se termine par 50, il est obligatoire
    de "casser" la figure ». A yam of 5s is not broken.
    """
    broken = rules.break_fives and total % 100 == 50 and 3 <= dice.count(5) <= 4
    return Context(
        scoring=rules.scoring,
        thrown=len(dice),
        full=rules.full,
        extra_die=rules.extra_die,
        four_two_one=rules.four_two_one and len(dice) == 3,
        late_suites=rules.late_suites,
        broken=broken,
        figures=figures and _thrown_again(rules, dice, figures),
        aside=aside if rules.late_suites else (),
        after_brelan=after_brelan and rules.scoring == "odd",
    )


def _thrown_again(
    rules: MilleRules, dice: Dice, figures: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, int], ...]:
    """Return the figures that have a die in the throw. Other figures do not change its score."""
    if rules.extra_die == "none":
        return ()
    return tuple(figure for figure in figures if figure[0] in dice)


@lru_cache(maxsize=4096)
def best_readings(dice: Dice, context: Context) -> tuple[Reading, ...]:
    """Return the best ways to keep dice of a throw; empty if the throw scores nothing.

    The best ways have the highest score and, among equals, keep the most dice. If there are
    several, they differ in the dice kept.
    """
    reading_by_dice: dict[Dice, Reading] = {}
    for count in range(1, len(dice) + 1):
        for subset in dict.fromkeys(combinations(dice, count)):
            reading = split(subset, context)
            if reading is not None:
                reading_by_dice[subset] = reading
    if not reading_by_dice:
        return ()
    most = max((reading.points, len(subset)) for subset, reading in reading_by_dice.items())
    return tuple(
        reading_by_dice[subset]
        for subset in sorted(reading_by_dice)
        if (reading_by_dice[subset].points, len(subset)) == most
    )


@lru_cache(maxsize=16384)
def split(dice: Dice, context: Context) -> Reading | None:
    """Return the best split in which all of these dice score; None if there is no such split."""
    if context.broken and 5 in dice:
        return _best(_broken(dice, context))
    return _best([*_whole(dice, context), *_splits(dice, context)])


def _best(readings: list[Reading]) -> Reading | None:
    return max(readings, key=lambda reading: (reading.points, -len(reading.groups)), default=None)


def _broken(dice: Dice, context: Context) -> list[Reading]:
    """Return the splits in which one 5 counts 50 by itself, before the other dice.

    « Il sera obligé d'utiliser l'un des 5 pour arriver au score rond ».
    """
    five, rest = Group("single", (5,), SINGLES[5]), _without(dice, (5,))
    # `rest` has one die fewer than the throw, so the combinations of all dice (`_whole`) are
    # impossible.
    if not rest:
        return [Reading(five.points, dice, (five,))]
    return [
        reading._replace(
            points=reading.points + five.points, dice=dice, groups=(five, *reading.groups)
        )
        for reading in _splits(rest, context)
    ]


# --- Splitting into groups -------------------------------------------------------------------


def _splits(dice: Dice, context: Context) -> list[Reading]:
    """Return every split of the dice into groups.

    Splits with extra dice but without a new figure are left out, because they do not score.
    """
    return [_reading(dice, groups) for groups in _covers(dice, context) if not _idle_extra(groups)]


def _reading(dice: Dice, groups: tuple[Group, ...]) -> Reading:
    alike = tuple((group.dice[0], group.points) for group in groups if group.kind == "alike")
    return Reading(
        points=sum(group.points for group in groups),
        dice=dice,
        groups=groups,
        figures=alike,
        is_figure=bool(alike) or any(group.kind == "run" for group in groups),
    )


def _idle_extra(groups: tuple[Group, ...]) -> bool:
    """Say whether there is an extra die without a new figure: such a die does not score.

    « On comptabilise les 100 points dus au brelan précédent, puis le nouveau brelan »; without a
    new figure in the throw, 4-4-2-6-3 after 6-6-6 is « = 0 ».
    """
    kinds = {group.kind for group in groups}
    return "extra" in kinds and "alike" not in kinds


def _covers(dice: Dice, context: Context) -> Iterator[tuple[Group, ...]]:
    """Yield every way of putting each die in one group, lowest die first."""
    if not dice:
        yield ()
        return
    for group in _groups_with_lowest(dice, context):
        for rest in _covers(_without(dice, group.dice), context):
            yield (group, *rest)


def _groups_with_lowest(dice: Dice, context: Context) -> Iterator[Group]:
    """Yield the groups that the lowest die can be in."""
    value = dice[0]
    count = dice.count(value)
    if value in SINGLES:
        yield Group("single", (value,), SINGLES[value])
    for size in range(3, count + 1):
        points = alike_points(context.scoring, value, size)
        if points:
            yield Group("alike", (value,) * size, points)
    for run, points in RUNS[context.scoring].items():
        if run[0] == value and set(run) <= set(dice):
            yield Group("run", run, points)
    for made, worth in context.figures:
        if made == value and context.extra_die == "hundred":
            yield Group("extra", (value,), 100)
        elif made == value:
            # « Le score double […], on double encore »: two dice double the figure twice.
            for size in range(1, count + 1):
                yield Group("double", (value,) * size, worth * (2**size - 1))


def alike_points(scoring: str, value: int, count: int) -> int:
    """Return the score of `count` equal dice as one figure; 0 if they make none.

    « Un brelan vaut 100 fois la valeur d'un des 3 dés. Un carré vaut le double du brelan. Un yam
    vaut le double du carré. » Six dice: « un quatrième dé double ce score, un cinquième le double
    de nouveau ; 6 dés identiques valent mille fois la valeur ». In the odd scoring, only « un
    nombre impair » of equal dice scores.
    """
    brelan = 1000 if value == 1 else 100 * value
    if count == 3:
        return brelan
    if scoring == "odd":
        return {5: 10000 if value == 1 else 1000 * value}.get(count, 0)
    if count == 6:
        return 1000 * value
    return brelan * 2 ** (count - 3)


# --- Reading a throw as a whole --------------------------------------------------------------


def _whole(dice: Dice, context: Context) -> list[Reading]:
    """Return the combinations that only all the dice of a throw make together."""
    if len(dice) != context.thrown:
        return []
    return [
        *_full(dice, context),
        *_three_pairs(dice, context),
        *_four_two_one(dice, context),
        *_late_suite(dice, context),
        *_pair_after_brelan(dice, context),
    ]


def _full(dice: Dice, context: Context) -> list[Reading]:
    """Return the full, if the throw is one; otherwise an empty list.

    « Un full (brelan + paire) est considéré comme une main pleine », whatever the pair scores.
    Variants: « un brelan auquel on ajoute les 2 dés identiques qui valent 50 fois la valeur
    inscrite sur l'un d'eux »; « le full vaut 100 fois le produit des deux chiffres obtenus ».
    """
    shape = Counter(dice).most_common()
    if context.scoring != "classic" or [count for _value, count in shape] != [3, 2]:
        return []
    three, two = shape[0][0], shape[1][0]
    brelan = alike_points("classic", three, 3)
    worth = {"plain": brelan, "half_pair": brelan + 50 * two, "product": 100 * three * two}
    points = max(brelan, worth[context.full])
    return [
        Reading(points, dice, (Group("full", dice, points),), ((three, brelan),), is_figure=True)
    ]


def _three_pairs(dice: Dice, context: Context) -> list[Reading]:
    """Return the three pairs, if the throw is that: « 3 paires valent 600 points ».

    A carré and a pair are three pairs too.
    """
    if context.scoring != "six_dice" or len(dice) != 6:
        return []
    if any(count % 2 for count in Counter(dice).values()):
        return []
    return [Reading(600, dice, (Group("three_pairs", dice, 600),))]


def _four_two_one(dice: Dice, context: Context) -> list[Reading]:
    """Return the 421, if the throw is one.

    « Lorsqu'on lance uniquement 3 dés, si on fait un 421 le joueur marque 2000 points. »
    """
    if not context.four_two_one or dice != (1, 2, 4):
        return []
    return [Reading(2000, dice, (Group("four_two_one", dice, 2000),), fills=True)]


def _late_suite(dice: Dice, context: Context) -> list[Reading]:
    """Return the suite that the throw makes together with one or two dice set aside, if it does.

    « Si on a isolé 1 seul dé, la suite au lancer suivant permet de marquer 500 points ».
    """
    aside = context.aside
    if not context.late_suites or aside is None or len(aside) not in LATE_SUITES:
        return []
    if tuple(sorted((*aside, *dice))) not in LONG_RUNS:
        return []
    points = LATE_SUITES[len(aside)]
    group = Group("late_suite", dice, points)
    return [Reading(points, dice, (group,), is_figure=True, fills=True)]


def _pair_after_brelan(dice: Dice, context: Context) -> list[Reading]:
    """Return the pair that follows a brelan, if the throw is one.

    « Si, après avoir rejeté les dés 4 et 3, on obtient 4 et 4, le score devient 600 + 4*50. »
    """
    if not context.after_brelan or len(dice) != 2 or dice[0] != dice[1]:
        return []
    points = 50 * dice[0]
    return [Reading(points, dice, (Group("pair", dice, points),))]


def _without(dice: Dice, taken: Dice) -> Dice:
    """Return the dice that are left when `taken` is removed."""
    left = list(dice)
    for die in taken:
        left.remove(die)
    return tuple(left)
