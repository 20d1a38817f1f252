"""Chooses the constants of ratings: `python -m bench.ratings` prints the table in docs/ratings.md.

Clubs are simulated. The luck in a match is that of the game: the margins in matches of random
lines, by its first preset. The skills are assumed: how far they spread and drift. Constants are
chosen on some clubs and tested on others. The measure is the log loss of predicting who ranks
before whom, in the second half of the matches of a club.
"""

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from math import erf, log, sqrt
from random import Random
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

import django

django.setup()

from openskill.models import PlackettLuce

from games.registry.game import Game
from games.registry.installed import game_of, games
from games.registry.rating import RatingConstants
from leaderboards.rating.formulas import margins_of
from leaderboards.rating.matches import PlayerPart, Skill, rated, rested_skill
from scorekeeper.management.commands._play import SampleEntry

PEOPLE, EVENINGS, PER_EVENING = 24, 100, 6
CHOOSING, JUDGING = range(3), range(100, 106)
SAMPLED = 60
# The standard deviation of people's skills (`APART`) and of their change from evening to evening
# (`DRIFT`), as shares of the standard deviation of a side's luck. Bataille needs no skill, so
# there all skills are equal.
APART, DRIFT = 0.4, 0.02
FLAT = {"bataille": 0.0}
GRID = {
    "spread": (50.0, 100.0, 200.0, 300.0, 400.0, 600.0, 800.0, 1000.0, 1400.0),
    "beta": (100.0, 200.0, 300.0, 400.0, 600.0, 800.0, 1200.0, 1600.0),
    "growth_per_day": (1.0, 2.0, 4.0, 8.0),
}

# A match: its day, the players of each side, and each side's score in the game's usual spreads.
Match = tuple[int, list[list[int]], list[float]]


@cache
def chances(slug: str, seats: int) -> list[list[float]]:
    """Return the scores of `SAMPLED` matches of random lines, a list of the sides' scores each.

    The scores are in the game's usual spreads (`game.rules.unit`).
    """
    game, random = game_of(slug), Random(7)
    samples: list[list[float]] = []
    rules = game.rules.model(**game.presets[0].values)
    while len(samples) < SAMPLED:
        fold = game.fold(rules, seats)
        while fold.result is None and len(fold.lines) < 2000:
            fold.add(SampleEntry(game.demonstration.sample(rules, fold.sheet(), random)))
        if fold.result is not None:
            places = sorted(fold.result.ranking, key=lambda place: place.side)
            samples.append([float(place.score) / float(game.rules.unit(rules)) for place in places])
    return samples


def chance_of(game: Game) -> float:
    """Return how far luck spreads the scores of a match's sides around their mean.

    It is a standard deviation, in the game's usual spreads.
    """
    seats = 4 if game.seats.sides else max(game.seats.least, 2)
    rows = [[share - sum(luck) / len(luck) for share in luck] for luck in chances(game.slug, seats)]
    values = [value for row in rows for value in row]
    return sqrt(sum(value * value for value in values) / len(values))


def club(game: Game, seed: int) -> list[Match]:
    """Return the matches of a club, whose people's skills drift from evening to evening."""
    random = Random(f"{game.slug} {seed}")
    spread = chance_of(game)
    apart = FLAT.get(game.slug, APART) * spread
    drift = DRIFT * spread if apart else 0.0
    skills = [random.gauss(0, apart) for _ in range(PEOPLE)]
    matches: list[Match] = []
    day = 0
    for _ in range(EVENINGS):
        day += random.choice((3, 7, 7, 14))
        skills = [skill + random.gauss(0, drift) for skill in skills]
        for _ in range(PER_EVENING):
            matches.append((day, *_match(game, skills, random)))
    return matches


def _match(
    game: Game, skills: Sequence[float], random: Random
) -> tuple[list[list[int]], list[float]]:
    seats = (
        4 if game.seats.sides else random.randint(game.seats.least, min(game.seats.most or 4, 4))
    )
    players = random.sample(range(len(skills)), seats)
    count = game.side_count(seats)
    sides = [
        [player for seat, player in enumerate(players) if game.seats.side_of(seat) == n]
        for n in range(count)
    ]
    luck = random.choice(chances(game.slug, seats))
    luck = random.sample(luck, len(luck))
    # The luck is shuffled, so that it does not depend on who plays.
    return sides, [
        sum(skills[player] for player in side) + share
        for side, share in zip(sides, luck, strict=True)
    ]


def losses(
    matches: Sequence[Match],
    predict: Callable[[Match, int, int], float],
    learn: Callable[[Match], None],
) -> float:
    """Return the mean log loss of predicting who ranks before whom.

    The loss is the mean over the later half of `matches`. `predict` is called before a match and
    returns a chance. `learn` is called after the match with its result.
    """
    total, count = 0.0, 0
    for place, match in enumerate(matches):
        if place >= len(matches) // 2:
            scores = match[2]
            for side in range(len(scores)):
                for other in range(side + 1, len(scores)):
                    p = min(max(predict_of(predict, match, side, other), 1e-6), 1 - 1e-6)
                    won = (scores[side] > scores[other]) + 0.5 * (scores[side] == scores[other])
                    total -= won * log(p) + (1 - won) * log(1 - p)
                    count += 1
        learn(match)
    return total / count


def predict_of(predict: Any, match: Match, side: int, other: int) -> float:
    """Return the chance, according to `predict`, that one side ranks before another."""
    return float(predict(match, side, other))


def ours(matches: Sequence[Match], constants: RatingConstants) -> float:
    """Return the log loss of this site's ratings with these constants."""
    known: dict[int, Skill] = {}

    def skill(player: int, day: int) -> Skill:
        return rested_skill(known.get(player), day, constants)

    def predict(match: Match, side: int, other: int) -> float:
        day, sides, _scores = match
        left, right = ([skill(player, day) for player in sides[n]] for n in (side, other))
        lead = sum(s.mu for s in left) - sum(s.mu for s in right)
        noise = constants.beta**2 + sum(s.sigma**2 for s in (*left, *right))
        return 0.5 + 0.5 * erf(lead / sqrt(2 * noise))

    def learn(match: Match) -> None:
        day, sides, scores = match
        ranks = [1 + sum(o > score for o in scores) for score in scores]
        margins = margins_of(scores, ranks, 1.0)
        parts = [
            PlayerPart(player, 0, margins[side], ranks[side], side, 0)
            for side, members in enumerate(sides)
            for player in members
        ]
        before = [skill(part.player, day) for part in parts]
        after = rated(parts, before, constants, pairs=False)
        known.update((part.player, moved) for part, moved in zip(parts, after, strict=True))

    return losses(matches, predict, learn)


def win_rate(matches: Sequence[Match]) -> float:
    """Return the log loss of predictions made from each player's smoothed share of wins."""
    won: dict[int, float] = {}
    played: dict[int, float] = {}

    def rate(side: list[int]) -> float:
        shares = [(won.get(player, 0.0) + 1) / (played.get(player, 0.0) + 2) for player in side]
        return sum(shares) / len(shares)

    def predict(match: Match, side: int, other: int) -> float:
        left, right = rate(match[1][side]), rate(match[1][other])
        return left / (left + right)

    def learn(match: Match) -> None:
        best = max(match[2])
        for side, score in zip(match[1], match[2], strict=True):
            for player in side:
                played[player] = played.get(player, 0.0) + 1
                won[player] = won.get(player, 0.0) + (score == best)

    return losses(matches, predict, learn)


def openskill_defaults(matches: Sequence[Match]) -> float:
    """Return the log loss of openskill's Plackett-Luce model with its default constants."""
    model = PlackettLuce()
    known: dict[int, Any] = {}

    def teams(match: Match) -> list[list[Any]]:
        return [[known.setdefault(player, model.rating()) for player in side] for side in match[1]]

    def predict(match: Match, side: int, other: int) -> float:
        sides = teams(match)
        return float(model.predict_win([sides[side], sides[other]])[0])

    def learn(match: Match) -> None:
        for side, moved in zip(match[1], model.rate(teams(match), scores=match[2]), strict=True):
            known.update(zip(side, moved, strict=True))

    return losses(matches, predict, learn)


def chosen(clubs: Sequence[Sequence[Match]]) -> RatingConstants:
    """Return the constants with the lowest loss that the search finds.

    The search changes one constant at a time, until no change improves the loss.
    """
    best = RatingConstants(beta=400.0, spread=400.0, growth_per_day=2.0)
    loss = mean([ours(matches, best) for matches in clubs])
    better = True
    while better:
        better = False
        for name, values in GRID.items():
            for value in values:
                other = replace(best, **{name: value})
                other_loss = mean([ours(matches, other) for matches in clubs])
                if other_loss < loss - 1e-6:
                    best, loss, better = other, other_loss, True
    return best


def mean(values: Sequence[float]) -> float:
    """Return the mean."""
    return sum(values) / len(values)


def main() -> int:
    """Print a row for each game. With `--judge`, test the present constants and choose none."""
    print("| jeu | β | écart | par jour | ici | taux de victoire | openskill |")
    print("|---|---|---|---|---|---|---|")
    for game in games():
        held = [club(game, seed) for seed in JUDGING]
        if "--judge" in sys.argv:
            constants = game.rating
        else:
            constants = chosen([club(game, seed) for seed in CHOOSING])
        judged = [
            mean([judge(matches) for matches in held])
            for judge in (lambda m: ours(m, constants), win_rate, openskill_defaults)  # noqa: B023
        ]
        figures = (constants.beta, constants.spread, constants.growth_per_day)
        print(
            f"| {game.slug} | "
            + " | ".join(f"{value:g}" for value in figures)
            + " | "
            + " | ".join(f"{loss:.4f}" for loss in judged)
            + " |",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
