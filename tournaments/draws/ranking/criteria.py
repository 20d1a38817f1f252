"""The criteria that rank entrants, as FIDE's C.07 (August 2024) defines them.

Each criterion is a function of a `Ledger`. It gives every entrant a value; greater is better.
Direct encounter depends on who is tied and is in `standings`.

Unplayed rounds (C.07, 16): in one's own sum, an unplayed round counts as a virtual opponent with
one's own score. In an opponent's sum, absences count as draws if only absences and forfeits follow.
A forfeit always counts with its points.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import takewhile

from tournaments.draws.field import Field
from tournaments.draws.lots import by_lot
from tournaments.draws.ranking import board_scores
from tournaments.draws.ranking.performance import performance
from tournaments.draws.ranking.records import EntrantTable, Records, exact, records, total, totals

Values = dict[int, Fraction]
VOLUNTARY = ("absent", "forfeit_loss")


@dataclass(frozen=True)
class Ledger:
    """A field with the values that its criteria need, each computed once."""

    field: Field

    @cached_property
    def records(self) -> Records:
        """Every entrant's meetings."""
        return records(self.field)

    @cached_property
    def points(self) -> Values:
        """Every entrant's points. Computed once for each `Field`."""
        if "points" not in self.field.worked:
            duplicate = self.field.options.duplicate
            counted = board_scores.totals(self.field) if duplicate else totals(self.records)
            self.field.worked["points"] = counted
        points: Values = self.field.worked["points"]
        return points

    @cached_property
    def adjusted(self) -> Values:
        """Every entrant's points as their opponents count them."""
        draw = exact(self.field.options.points.draw)
        return {
            entrant: self.points[entrant]
            + total(draw - meeting.points for meeting in _missed_at_the_end(meetings))
            for entrant, meetings in self.records.items()
        }

    @cached_property
    def contributions(self) -> Mapping[int, list[tuple[bool, Fraction]]]:
        """What each round adds to the Buchholz: (whether it was given up, the score counted)."""
        points = self.points
        brought = {entrant: (False, score) for entrant, score in self.adjusted.items()}
        shares_by_entrant: dict[int, list[tuple[bool, Fraction]]] = {}
        for entrant, meetings in self.records.items():
            shares = shares_by_entrant[entrant] = []
            for meeting in meetings:
                if meeting.played:
                    shares += [brought[other] for other in meeting.opponents]
                elif meeting.outcome not in ("running", "struck"):
                    shares.append((meeting.outcome in VOLUNTARY, points[entrant]))
        return shares_by_entrant


def _missed_at_the_end(meetings: tuple[EntrantTable, ...]) -> list[EntrantTable]:
    """Return the absences at the end: those followed only by absences and forfeits."""
    trailing = takewhile(lambda meeting: meeting.outcome in VOLUNTARY, reversed(meetings))
    return [meeting for meeting in trailing if meeting.outcome == "absent"]


def points(ledger: Ledger) -> Values:
    """Win, draw, loss and bye, as the tournament values them."""
    return dict(ledger.points)


def wins(ledger: Ledger) -> Values:
    """Tables won by playing: byes and forfeits do not count."""
    return _summed(ledger, lambda meeting: Fraction(meeting.outcome == "win"))


def buchholz(ledger: Ledger) -> Values:
    """The sum of the opponents' points."""
    return {entrant: _sum(shares) for entrant, shares in ledger.contributions.items()}


def buchholz_cut_1(ledger: Ledger) -> Values:
    """Buchholz without its lowest value; a round given up is cut first."""
    return {entrant: _sum(_cut_least(shares)) for entrant, shares in ledger.contributions.items()}


def median_buchholz(ledger: Ledger) -> Values:
    """Median Buchholz: without its lowest and its highest value."""
    return {
        entrant: _sum(sorted(_cut_least(shares), key=lambda share: share[1])[:-1])
        for entrant, shares in ledger.contributions.items()
    }


def _cut_least(shares: list[tuple[bool, Fraction]]) -> list[tuple[bool, Fraction]]:
    return sorted(shares, key=lambda share: (not share[0], share[1]))[1:]


def _sum(shares: list[tuple[bool, Fraction]]) -> Fraction:
    return total(score for _given_up, score in shares)


def sonneborn_berger(ledger: Ledger) -> Values:
    """Each opponent's points, multiplied by the share of a win taken from them."""
    win = exact(ledger.field.options.points.win)

    def share(entrant: int, meeting: EntrantTable) -> Fraction:
        if meeting.outcome == "running" or not win:
            return Fraction()
        taken = meeting.points / win
        if not meeting.played:
            return taken * ledger.points[entrant]
        return total(taken * ledger.adjusted[other] for other in meeting.opponents)

    return {
        entrant: total(share(entrant, meeting) for meeting in meetings)
        for entrant, meetings in ledger.records.items()
    }


def koya(ledger: Ledger) -> Values:
    """Points taken from opponents who have at least half of the possible points."""
    half = _possible(ledger) / 2
    strong = {entrant for entrant, score in ledger.points.items() if score >= half}

    def taken(meeting: EntrantTable) -> Fraction:
        met = meeting.played and any(other in strong for other in meeting.opponents)
        return meeting.points if met else Fraction()

    return _summed(ledger, taken)


def _possible(ledger: Ledger) -> Fraction:
    """Return the most points that an entrant who was there in every round could have.

    In a round robin of an odd number everybody rests once a cycle, so nobody can win every round.
    """
    points = ledger.field.options.points
    win = exact(points.win)
    bye = win if points.bye is None else exact(points.bye)
    reached = [
        total(
            bye if meeting.outcome == "bye" else win
            for meeting in meetings
            if meeting.outcome != "struck"
        )
        for meetings in ledger.records.values()
        if all(meeting.outcome != "absent" for meeting in meetings)
    ]
    return max(reached, default=win * len(ledger.field.rounds))


def progressive_score(ledger: Ledger) -> Values:
    """The sum of the points after each round: early points weigh more."""
    rounds = len(ledger.field.rounds)
    return _summed(ledger, lambda meeting: meeting.points * (rounds - meeting.round + 1))


def difference(ledger: Ledger) -> Values:
    """Points scored less points conceded.

    No table counts for more than the cap, if there is one.
    """
    cap = ledger.field.options.difference_cap
    if cap is None:
        # Sums are subtracted, not the scores of each table, which saves a fraction a table.
        return {
            entrant: total(meeting.scored for meeting in meetings)
            - total(meeting.conceded for meeting in meetings)
            for entrant, meetings in ledger.records.items()
        }
    most = exact(cap)

    def margin(meeting: EntrantTable) -> Fraction:
        return max(-most, min(most, meeting.scored - meeting.conceded))

    return _summed(ledger, margin)


def score_for(ledger: Ledger) -> Values:
    """Points scored at the tables, with the declared score of a bye."""
    return _summed(ledger, lambda meeting: meeting.scored)


def score_against(ledger: Ledger) -> Values:
    """Points conceded. Fewer is better, so the value is negative."""
    return _summed(ledger, lambda meeting: -meeting.conceded)


def average(ledger: Ledger) -> Values:
    """Mean score of the tables played."""
    values = {}
    for entrant, meetings in ledger.records.items():
        scored = [meeting.scored for meeting in meetings if meeting.played]
        values[entrant] = total(scored) / len(scored) if scored else Fraction()
    return values


def best_round(ledger: Ledger) -> Values:
    """The best score of a single round."""
    return {
        entrant: max((meeting.scored for meeting in meetings), default=Fraction())
        for entrant, meetings in ledger.records.items()
    }


def rating_performance(ledger: Ledger) -> Values:
    """The mean rating of the rated opponents met, plus the gap for the share won against them.

    An opponent with a lower score counts as beaten, one with an equal score as half beaten,
    whatever the tournament's points are.
    """
    ratings = {entrant.number: entrant.rating for entrant in ledger.field.entrants}

    def met(meeting: EntrantTable) -> list[tuple[Fraction, Fraction]]:
        games = []
        for other in meeting.opponents if meeting.played else ():
            rating = ratings.get(other)
            if rating is not None:
                theirs = ledger.records[other][meeting.round - 1].scored
                won = Fraction((meeting.scored > theirs) + (meeting.scored >= theirs), 2)
                games.append((exact(rating), won))
        return games

    return {
        entrant: performance([game for meeting in meetings for game in met(meeting)])
        for entrant, meetings in ledger.records.items()
    }


def seed(ledger: Ledger) -> Values:
    """The place in the seeding: the first is the best."""
    field = ledger.field
    order = field.order or field.seeding()
    place = {entrant: at for at, entrant in enumerate(order, start=1)}
    last = len(order) + 1
    return {
        entrant.number: Fraction(-place.get(entrant.number, last)) for entrant in field.entrants
    }


def lots(ledger: Ledger) -> Values:
    """Lots drawn from the tournament's seed, which is published before.

    Entrants who left before they were drawn come last, so that they change nobody's lot.
    """
    field = ledger.field
    there = {*field.ranked, *field.playing}
    gone = {entrant.number for entrant in field.entrants} - there
    drawn = [*by_lot(field.seed, "lots", there), *by_lot(field.seed, "lots", gone)]
    return {number: Fraction(-at) for at, number in enumerate(drawn, start=1)}


def _summed(ledger: Ledger, worth: Callable[[EntrantTable], Fraction]) -> Values:
    return {
        entrant: total(worth(meeting) for meeting in meetings)
        for entrant, meetings in ledger.records.items()
    }


CRITERIA: dict[str, Callable[[Ledger], Values]] = {
    "points": points,
    "wins": wins,
    "buchholz": buchholz,
    "buchholz_cut_1": buchholz_cut_1,
    "median_buchholz": median_buchholz,
    "sonneborn_berger": sonneborn_berger,
    "difference": difference,
    "score_for": score_for,
    "score_against": score_against,
    "average": average,
    "progressive_score": progressive_score,
    "koya": koya,
    "best_round": best_round,
    "rating_performance": rating_performance,
    "seed": seed,
    "lots": lots,
}
