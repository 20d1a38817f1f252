"""The remarkable facts of a finished match (« Faits insolites »), for its page and the records.

The greater the `value` of a fact, the more remarkable it is. So records of the same code can be
compared.
"""

from collections.abc import Sequence

from games.dix.engine.hands import DixEntry
from games.dix.engine.play import PlayState, run_tricks
from games.dix.engine.rulesets import DixRules
from games.dix.engine.shapes import hand_count, shape_counts, shape_of
from games.sheet import Fact, Line, Scoresheet

FAILURES = {"contract_failed", "contract_failed_zero", "partie_lost", "stake_lost"}
SUCCESSES = {"partie_won", "stake_won"}


def facts(rules: DixRules, entries: Sequence[DixEntry], sheet: Scoresheet) -> list[Fact]:
    """Return the facts of a finished match; an empty list while it is running.

    Hands and tricks are numbered from 1. `entries` are the hands of `sheet`. The facts of the
    largest trick and the rarest distribution need at least one hand whose tricks were recorded.
    """
    if sheet.result is None or not sheet.result.winners:
        return []
    winner = sheet.result.winners[0]
    plays = [
        (number, _play(rules, entry, line))
        for number, (entry, line) in enumerate(zip(entries, sheet.lines, strict=True), start=1)
        if entry.tricks is not None
    ]
    return [
        _fewest_hands(sheet, winner),
        *_failed_run(sheet),
        *_both_negative(sheet),
        *_comeback(sheet, winner),
        *_parties_won(sheet),
        *_largest_trick(plays),
        *_rarest_shape(rules, plays),
    ]


def _fewest_hands(sheet: Scoresheet, winner: int) -> Fact:
    """Return the fact of how few hands the match took.

    « Une partie a déjà été gagnée en 7 manches. Record toujours à battre. »
    """
    hands = len(sheet.lines)
    return Fact("fewest_hands", -hands, {"hands": hands, "side": winner})


def _failed_run(sheet: Scoresheet) -> list[Fact]:
    """Return the fact of the longest run of failed bids, if it has at least two.

    « Une partie pourtant sérieuse a commencé avec 7 mises ratées consécutives. »
    """
    best, last, run = 0, 0, 0
    for number, line in enumerate(sheet.lines, start=1):
        run = run + 1 if _codes(line) & FAILURES else 0
        if run > best:
            best, last = run, number
    if best < 2:
        return []
    return [Fact("failed_run", best, {"hands": best, "first": last - best + 1, "last": last})]


def _both_negative(sheet: Scoresheet) -> list[Fact]:
    """Return the fact of the lowest sum of scores at which both sides were below zero.

    « Après ces 7 manches, les deux équipes avaient score négatif »
    """
    depths = [
        (-int(line.totals[0] + line.totals[1]), -number, line)
        for number, line in enumerate(sheet.lines, start=1)
        if max(line.totals) < 0
    ]
    if not depths:
        return []
    depth, place, line = max(depths, key=lambda row: row[:2])
    left, right = line.totals
    return [Fact("both_negative", depth, {"number": -place, "left": left, "right": right})]


def _comeback(sheet: Scoresheet, winner: int) -> list[Fact]:
    """Return the fact of the largest deficit that the winner made up by the last hand."""
    deficits = [
        (int(line.totals[1 - winner] - line.totals[winner]), -number)
        for number, line in enumerate(sheet.lines[:-1], start=1)
    ]
    deficit, place = max(deficits, default=(0, 0))
    if deficit <= 0:
        return []
    return [Fact("comeback", deficit, {"points": deficit, "number": -place, "side": winner})]


def _parties_won(sheet: Scoresheet) -> list[Fact]:
    """Return one fact for each « partie » that was bid and won.

    « Historique des parties misées et gagnées »
    """
    return [
        Fact("partie_won", 1, {"seat": line.completed["bidder"], "number": number})
        for number, line in enumerate(sheet.lines, start=1)
        if _codes(line) & SUCCESSES
    ]


def _largest_trick(plays: list[tuple[int, PlayState]]) -> list[Fact]:
    """Return the fact of the trick with most points.

    « Une levée de 40 points est survenue […] ce qui est le maximum possible. »
    """
    tricks = [
        (trick.points, -number, -place, trick)
        for number, play in plays
        for place, trick in enumerate(play.tricks, start=1)
    ]
    if not tricks:
        return []
    points, number, place, trick = max(tricks, key=lambda row: row[:3])
    params = {
        "points": points,
        "number": -number,
        "trick": -place,
        "seat": trick.winner,
        "cards": [card.code for card in trick.cards],
    }
    return [Fact("largest_trick", points, params)]


def _rarest_shape(rules: DixRules, plays: list[tuple[int, PlayState]]) -> list[Fact]:
    """Return the fact of the rarest distribution of a hand in the match.

    « Charles affirme avoir déjà vu un 8-1-1, ainsi qu'un 7-3 »
    """
    if not plays:
        return []
    counts = shape_counts(rules.deck)
    seen = [
        (-counts[shape_of(hand)], -number, -seat, shape_of(hand))
        for number, play in plays
        for seat, hand in enumerate(play.dealt())
    ]
    rarity, number, seat, shape = max(seen)
    one_in = round(hand_count(rules.deck) / -rarity)
    params = {
        "shape": "-".join(str(length) for length in shape),
        "number": -number,
        "seat": -seat,
        "count": -rarity,
        "hands": hand_count(rules.deck),
        "one_in": one_in,
    }
    return [Fact("rare_shape", one_in, params)]


def _play(rules: DixRules, entry: DixEntry, line: Line) -> PlayState:
    return run_tricks(rules.deck, entry.trump or "", line.completed["bidder"], entry.tricks)


def _codes(line: Line) -> set[str]:
    return {note.code for note in line.notes}
