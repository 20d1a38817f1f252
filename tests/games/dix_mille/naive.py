"""A second scorer of 10 000, written only from the specification and naive on purpose.

It shares nothing with `games.dix_mille` and is long rather than clever: its only use is to
disagree with the first scorer. It also invents legal matches, so it has its own check of what
may be kept and stopped on.
"""

from types import SimpleNamespace

# --- Throws: try every set of dice, and every way of putting them in groups -------------------


def groupings(dice, throw, situation):
    """Yield every way of putting all the dice in groups that score, as a list of (group, kind,
    points).
    """
    if not dice:
        yield []
        return
    first, rest = dice[0], dice[1:]
    for chosen in range(2 ** len(rest)):
        group = sorted([first] + [die for place, die in enumerate(rest) if chosen >> place & 1])
        others = [die for place, die in enumerate(rest) if not chosen >> place & 1]
        for points, kind in group_score(group, throw, situation):
            for more in groupings(others, throw, situation):
                yield [(group, kind, points), *more]


def brelan(value):
    return {1: 1000, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}[value]


def same(group):
    return len(set(group)) == 1


def in_a_row(group):
    return sorted(group) == list(range(min(group), min(group) + len(group)))


def group_score(group, throw, situation):
    """Return every (points, kind) of a group of dice of the throw by itself; an empty list if it
    scores nothing.
    """
    rules, size, value = situation["rules"], len(group), group[0]
    scores = []
    if group == [1]:
        scores.append((100, "single"))
    if group == [5]:
        scores.append((50, "single"))
    if rules.scoring == "odd":
        if size == 3 and same(group):
            scores.append((brelan(value), "figure"))
        if size == 5 and same(group):
            scores.append((10000 if value == 1 else 1000 * value, "figure"))
        if size == 3 and in_a_row(group):
            scores.append((200, "run"))
        if size == 5 and in_a_row(group):
            scores.append((800, "run"))
        after = situation["pair_after_brelan"]
        if after and size == 2 and same(group) and len(throw) == 2:
            scores.append((50 * value, "pair"))
    else:
        if size in (3, 4, 5) and same(group):
            scores.append((brelan(value) * {3: 1, 4: 2, 5: 4}[size], "figure"))
        if rules.scoring == "classic" and size == 5 and in_a_row(group):
            scores.append((1500, "run"))
        if rules.scoring == "six_dice":
            if size == 6 and same(group):
                scores.append((1000 * value, "figure"))
            if size == 5 and in_a_row(group):
                scores.append((600, "run"))
            if size == 6 and in_a_row(group):
                scores.append((1200, "run"))
            if size == 6 and all(group.count(die) in (2, 4, 6) for die in group):
                scores.append((600, "pairs"))
    if rules.scoring == "classic" and size == 5 and len(set(group)) == 2:
        three = max(set(group), key=group.count)
        two = min(set(group), key=group.count)
        if group.count(three) == 3:
            scores.append((brelan(three), "full"))
            if rules.full == "half_pair":
                scores.append((brelan(three) + 50 * two, "full"))
            if rules.full == "product":
                scores.append((100 * three * two, "full"))
    if rules.four_two_one and len(throw) == 3 and sorted(group) == [1, 2, 4]:
        scores.append((2000, "421"))
    aside = situation["aside"]
    if rules.late_suites and aside is not None and group == throw and rules.dice == 5:
        if len(aside) == 1 and in_a_row(aside + group) and len(group) == 4:
            scores.append((500, "late"))
        if len(aside) == 2 and in_a_row(aside + group) and len(group) == 3:
            scores.append((300, "late"))
    made = situation["made"]
    if value in made and rules.extra_die == "hundred" and size == 1:
        scores.append((100, "extra"))
    if value in made and rules.extra_die == "double" and same(group):
        worth, more = made[value], 0
        for _ in group:
            more += worth
            worth += worth
        scores.append((more, "double"))
    return scores


def ways(dice, throw, situation):
    """Yield every (points, groups) of a set of dice that all score; a group is (dice, kind,
    points).
    """
    for chosen in groupings(dice, throw, situation):
        kinds = [kind for _dice, kind, _points in chosen]
        if "extra" in kinds and "figure" not in kinds and "full" not in kinds:
            continue
        yield sum(points for _dice, _kind, points in chosen), chosen


def must_break(throw, situation):
    rules, total = situation["rules"], situation["total"]
    return rules.break_fives and str(total).endswith("50") and throw.count(5) in (3, 4)


# Results are cached: thousands of matches throw the same dice again.
CACHE = {}


def what_counts(throw, situation):
    """Return a key made of everything on which the throw's worth depends."""
    rules = situation["rules"]
    made = sorted((value, worth) for value, worth in situation["made"].items() if value in throw)
    return (
        tuple(throw),
        *(rules.scoring, rules.full, rules.extra_die, rules.four_two_one, rules.late_suites),
        must_break(throw, situation),
        tuple(made) if rules.extra_die != "none" else None,
        tuple(situation["aside"] or ()) if rules.late_suites else None,
        situation["pair_after_brelan"],
    )


def score_of(dice, throw, situation):
    """Return the (points, groups) of the best way in which all those dice score, or None if some of
    them do not.
    """
    dice, throw = sorted(dice), sorted(throw)
    key = (*what_counts(throw, situation), tuple(dice))
    if key not in CACHE:
        CACHE[key] = find_score_of(dice, throw, situation)
    return CACHE[key]


def find_score_of(dice, throw, situation):
    all_ways = every_way(dice, throw, situation)
    if not all_ways:
        return None
    best = max(points for points, _groups in all_ways)
    return min((way for way in all_ways if way[0] == best), key=lambda way: len(way[1]))


def every_way(dice, throw, situation):
    if must_break(throw, situation) and 5 in dice:
        rest = dice.copy()
        rest.remove(5)
        # Without the first 5 the throw as a whole no longer makes a combination.
        no_whole = [0, *throw]
        all_ways = [
            (points + 50, [([5], "single", 50), *groups])
            for points, groups in ways(rest, no_whole, {**situation, "aside": None})
            if not any(kind in ("full", "pairs", "pair") for _d, kind, _p in groups)
        ]
        # The rest after the first 5 can still hold figures.
    else:
        all_ways = list(ways(dice, sorted(throw), situation))
    return all_ways


def may_be_jokers(groups):
    """Return the 1s and 5s that no figure needs in this way of scoring."""
    loose = [group for group, kind, _points in groups if kind in ("single", "extra", "double")]
    return [die for group in loose for die in group if die in (1, 5)]


def score_with_jokers(dice, waiting, throw, situation):
    """Return the best way of scoring all those dice in which the figures stay and each joker counts
    as a single die.
    """

    def figures(groups):
        return sorted(sorted(group) for group, kind, _p in groups if kind in ("figure", *FIGURES))

    dice, throw = sorted(dice), sorted(throw)
    wanted = figures(score_of(dice, throw, situation)[1])
    scored = []
    for points, groups in every_way(dice, throw, situation):
        alone = [group[0] for group, kind, _points in groups if kind == "single"]
        enough = all(alone.count(die) >= waiting.count(die) for die in waiting)
        if enough and figures(groups) == wanted:
            scored.append((points, groups))
    return max(scored, key=lambda way: way[0])


def best_sets(throw, situation):
    """Return the (points, dice) of the sets worth most and, among these, of the sets with most
    dice.
    """
    throw = sorted(throw)
    key = what_counts(throw, situation)
    if key not in CACHE:
        CACHE[key] = find_best_sets(throw, situation)
    return CACHE[key]


def find_best_sets(throw, situation):
    sets, tried = set(), set()
    for chosen in range(1, 2 ** len(throw)):
        counted = tuple(die for place, die in enumerate(throw) if chosen >> place & 1)
        if counted in tried:
            continue
        tried.add(counted)
        scored = find_score_of(list(counted), throw, situation)
        if scored is not None:
            sets.add((scored[0], counted))
    if not sets:
        return set()
    most = max(points for points, _dice in sets)
    longest = max(len(dice) for points, dice in sets if points == most)
    return {(points, dice) for points, dice in sets if (points, len(dice)) == (most, longest)}


def nothing_before(rules, **changes):
    """The situation of a turn's first throw."""
    return {
        "rules": rules,
        "total": 0,
        "made": {},
        "aside": [],
        "pair_after_brelan": False,
        **changes,
    }


# --- Turns ------------------------------------------------------------------------------------

FIGURES = ("figure", "full", "run", "late")
MOST_POINTS = 1_000_000


def invent_turn(random, rules, score, carry):
    """Return a random legal turn by dice: its throws, how it ended, its total, and the number of
    dice left over.
    """
    situation = nothing_before(rules)
    in_play = rules.dice
    if carry is not None:
        situation["total"], situation["aside"] = carry[0], None
        in_play = carry[1] or random.randint(1, rules.dice - 1)
    jokers, jokers_next, to_confirm, best_single = [], False, False, 0
    throws = []
    while True:
        count = len(jokers) if jokers_next else in_play - len(jokers)
        dice = [random.randint(1, 6) for _ in range(count)]
        best = best_sets(dice, situation)
        figure = False
        for _points, aside in best:
            groups = score_of(list(aside), dice, situation)[1]
            figure = figure or any(kind in FIGURES for _d, kind, _p in groups)
        if not best or (to_confirm and not figure and 1 not in dice and 5 not in dice):
            throws.append({"dice": dice})
            if jokers and not jokers_next:
                jokers_next = True
                main_pleine = False
                continue
            return throws, "bust", 0, 0
        aside = list(random.choice(sorted(best))[1])
        if rules.may_reroll_scoring and random.random() < 0.3:
            aside = random_part(random, aside, dice, situation) or aside
        points, groups = score_of(aside, dice, situation)
        waiting = []
        singles = may_be_jokers(groups)
        back = [] if jokers_next else jokers
        left = in_play - len(aside) - len(back)
        if rules.jokers and singles and len(aside) > 1 and left > 0 and random.random() < 0.4:
            waiting = singles[: random.randint(1, min(len(singles), len(aside) - 1))]
            points, groups = score_with_jokers(aside, waiting, dice, situation)
        now = aside.copy()
        for die in waiting:
            now.remove(die)
            points -= 100 if die == 1 else 50
        throws.append({"dice": dice, "keep": now})
        if waiting:
            throws[-1]["joker"] = waiting
        best_single = max(best_single, points)
        situation["total"] += points + sum(100 if die == 1 else 50 for die in back)
        kinds = [kind for _d, kind, _p in groups]
        left += len(waiting)
        main_pleine = left == 0 or "421" in kinds or "late" in kinds
        three_alike = kinds == ["figure"] and len(now) == 3
        situation["pair_after_brelan"] = three_alike and situation["aside"] == [] and left == 2
        for group, kind, worth in groups:
            if kind == "double":
                situation["made"] = {
                    **situation["made"],
                    group[0]: situation["made"][group[0]] + worth,
                }
            if kind == "figure":
                situation["made"] = {**situation["made"], group[0]: worth}
            if kind == "full":
                three = max(group, key=group.count)
                situation["made"] = {**situation["made"], three: brelan(three)}
        if main_pleine:
            situation["aside"], in_play = [], rules.dice
        else:
            if situation["aside"] is not None:
                situation["aside"] = sorted(situation["aside"] + now + back)
            in_play = left
        jokers, jokers_next = waiting, False
        to_confirm = rules.confirmation and any(kind in FIGURES for kind in kinds)
        total = situation["total"]
        if rules.yam_of_aces_wins and dice == [1] * rules.dice:
            return throws, "instant_win", None, 0
        if rules.exact_target and score + total > rules.target:
            return throws, "overshoot", total, 0
        whole = tuple(sorted(aside)) in [dice for _points, dice in best]
        wins = score + total >= rules.target
        may_main = rules.main_pleine == "may_stop" or (
            wins
            and rules.win_on_main_pleine_from is not None
            and total >= rules.win_on_main_pleine_from
        )
        may_stop = (
            whole
            and not jokers
            and not to_confirm
            and (may_main or not main_pleine)
            and not (rules.no_fifty and total % 100 == 50)
            and (score > 0 or total >= rules.entry_score)
            and (score > 0 or not rules.entry_single_throw or best_single >= rules.entry_score)
        )
        if may_stop and (wins or len(throws) > 8 or random.random() < 0.5):
            return throws, "stop", total, 0 if main_pleine else in_play


def random_part(random, aside, dice, situation):
    """Return a random part of the dice that may be kept by itself, or None if there is none."""
    parts = []
    for chosen in range(1, 2 ** len(aside)):
        part = [die for place, die in enumerate(aside) if chosen >> place & 1]
        if score_of(part, dice, situation) is not None:
            parts.append(part)
    return random.choice(parts) if parts else None


# --- Matches ----------------------------------------------------------------------------------


class NaiveMatch:
    """A match in progress: `play` invents a legal turn and writes it on everyone's column."""

    def __init__(self, rules, seats):
        self.rules = rules
        # Each column: lists [score, coches, struck].
        self.columns = [[] for _ in range(seats)]
        self.seat = 0
        self.carry = None
        # Who reached the target, and how many turns the others still have.
        self.last_of = None
        self.turns_left = 0
        self.winner = None
        self.ended_by = None

    def standing(self, seat):
        """Return the present palier of a player, or None if the player has not entered."""
        alive = [palier for palier in self.columns[seat] if not palier[2]]
        return alive[-1] if alive else None

    def score(self, seat):
        palier = self.standing(seat)
        return palier[0] if palier else 0

    def scores(self):
        return tuple(self.score(seat) for seat in range(len(self.columns)))

    def play(self, random, hurried=False):
        """Invent a turn and score it; return the entry.

        If `hurried`, it scores exactly the missing points, or nothing in the last round. One may
        stop on the missing points, because target and entry score are round in every ruleset
        made here.
        """
        seat, rules = self.seat, self.rules
        carry = self.carry if self.carry and random.random() < 0.4 and not hurried else None
        if not hurried:
            throws, how, total, left = invent_turn(random, rules, self.score(seat), carry)
            # Dice that double can give more points than may be recorded (`points_too_high`):
            # invent another turn.
            while total is not None and total > MOST_POINTS:
                throws, how, total, left = invent_turn(random, rules, self.score(seat), carry)
        elif self.last_of is None:
            throws, how, total, left = None, "stop", rules.target - self.score(seat), 0
        else:
            throws, how, total, left = None, "bust", 0, 0
        quick = hurried or random.random() < 0.4
        fields = {"carried": True} if carry else {}
        if not quick:
            fields["throws"] = throws
        elif how == "instant_win":
            fields["instant_win"] = True
        elif how == "bust":
            fields |= random.choice(
                [{"bust": True}, {"points": 0}, {"bust": True, "reason": "off_table"}]
            )
        else:
            fields["points"] = total
        if random.random() < 0.5:
            fields["seat"] = seat
        self.carry = None
        if how == "stop" and rules.carry_over and (quick or left):
            self.carry = (total, None if quick else left)
        if self.last_of is not None:
            self.turns_left -= 1
        self.write(seat, how, total)
        self.seat = (seat + 1) % len(self.columns)
        if self.winner is None and self.last_of is not None and self.turns_left == 0:
            self.winner, self.ended_by = self.last_of, "last_round"
        names = ("seat", "points", "bust", "reason", "carried", "throws", "instant_win")
        return SimpleNamespace(**{name: fields.get(name) for name in names})

    def write(self, seat, how, total):
        rules = self.rules
        if how == "instant_win":
            self.winner, self.ended_by = seat, "instant_win"
        elif how == "stop":
            self.columns[seat].append([self.score(seat) + total, 0, False])
            if rules.collision:
                self.fall([seat])
            if self.score(seat) >= rules.target:
                everybody_else = len(self.columns) - 1
                if rules.last_round == "turn_each" or self.last_of is not None:
                    self.last_of, self.turns_left = seat, everybody_else
                elif rules.last_round == "finish_round" and seat < everybody_else:
                    self.last_of, self.turns_left = seat, everybody_else - seat
                else:
                    self.winner, self.ended_by = seat, "target"
        else:
            palier = self.standing(seat)
            if palier is not None:
                palier[1] += 1
                if palier[1] >= rules.coches_to_strike:
                    self.strike(seat)

    def strike(self, seat):
        self.standing(seat)[2] = True
        below = self.standing(seat)
        if below is not None and self.rules.coches_consecutive:
            below[1] = 0

    def fall(self, landed):
        """Strike the players whose score others have just reached; with `chain_collision`, go on
        from where these fall.
        """
        hit = {self.score(seat) for seat in landed if self.score(seat)}
        fallen = [
            seat
            for seat in range(len(self.columns))
            if seat not in landed and self.score(seat) in hit
        ]
        for seat in fallen:
            self.strike(seat)
        if fallen and self.rules.chain_collision:
            self.fall(fallen)


def random_rules(random, **changes):
    """Return a valid ruleset with every field at random."""
    scoring = random.choice(["classic", "classic", "six_dice", "odd"])
    variant = random.choice(["none", "confirmation", "jokers"]) if scoring == "classic" else "none"
    no_fifty = random.random() < 0.6
    exact = random.random() < 0.7
    collision = random.random() < 0.8
    values = {
        "dice": 6 if scoring == "six_dice" else 5,
        "scoring": scoring,
        "target": random.choice([1000, 2000, 3000, 5000]),
        "exact_target": exact,
        "entry_score": random.choice([0, 300, 500, 700]),
        "entry_single_throw": random.random() < 0.2,
        "no_fifty": no_fifty,
        "coches_to_strike": random.choice([1, 2, 3, 3, 4]),
        "coches_consecutive": random.random() < 0.6,
        "collision": collision,
        "chain_collision": random.random() < 0.5,
        "carry_over": random.random() < 0.7,
        "may_reroll_scoring": random.random() < 0.3,
        "break_fives": random.random() < 0.7,
        "extra_die": random.choice(["none", "hundred", "double"]),
        "full": random.choice(["plain", "half_pair", "product"]),
        "main_pleine": random.choice(["must_roll", "may_stop"]),
        "win_on_main_pleine_from": random.choice([None, 500, 1500]),
        "yam_of_aces_wins": random.random() < 0.3,
        "four_two_one": random.random() < 0.3,
        "confirmation": variant == "confirmation",
        "jokers": variant == "jokers",
        "late_suites": random.random() < 0.3,
        "petit_palier": random.random() < 0.3,
        "last_round": (
            random.choice(["finish_round", "turn_each"])
            if exact and collision and random.random() < 0.3
            else "off"
        ),
    }
    return SimpleNamespace(**{**values, **changes})


def random_match(random, rules, seats, longest=60):
    """Return a legal match: the naive match, its entries, and all columns after each entry."""
    match, entries, columns = NaiveMatch(rules, seats), [], []
    while match.winner is None and len(entries) < longest:
        entries.append(match.play(random))
        columns.append([[tuple(palier) for palier in column] for column in match.columns])
    return match, entries, columns
