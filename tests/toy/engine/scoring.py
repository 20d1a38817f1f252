"""The scoring of the toy: each player with the highest die scores a point."""

from games.sheet import (
    Fold,
    Line,
    Note,
    Result,
    RuleError,
    Scoresheet,
    rank_by_score,
)


class ToyFold(Fold):
    """A toy match that is folded throw by throw."""

    def __init__(self, rules, seats):
        super().__init__()
        self.rules = rules
        self.scores = [0] * seats

    def line(self, entry):
        """Return the line of a throw, which gives a point to each highest die."""
        _check(self.rules, len(self.scores), entry.values)
        best = max(entry.values)
        notes = tuple(
            Note("highest", side, 1, {"value": value})
            if value == best
            else Note("beaten", side, 0, {"value": value})
            for side, value in enumerate(entry.values)
        )
        deltas = tuple(note.points for note in notes)
        self.scores = [score + delta for score, delta in zip(self.scores, deltas, strict=True)]
        self.result = _result(self.rules, self.scores)
        return Line(deltas, tuple(self.scores), notes, {"values": entry.values})

    def sheet(self):
        """Return the scoresheet of the throws so far."""
        expected = None if self.result else {"faces": self.rules.faces}
        state = {"throws": len(self.lines)}
        return Scoresheet(tuple(self.lines), tuple(self.scores), state, expected, self.result)


def _check(rules, seats, values):
    if not values or len(values) != seats:
        raise RuleError("die_count", "values", expected=seats)
    for seat, value in enumerate(values):
        if not 1 <= value <= rules.faces:
            raise RuleError("die_out_of_range", "values", seat=seat, faces=rules.faces)


def _result(rules, scores):
    winners = tuple(side for side, score in enumerate(scores) if score >= rules.target)
    return Result(winners, "target", rank_by_score(scores)) if winners else None


def rule_faults(rules, seats):
    """Return a RuleError for each reason to refuse a ruleset."""
    faults = []
    if rules.faces < seats:
        faults.append(RuleError("too_few_faces", "faces", seats=seats))
    return faults
