"""The toy's scoring: the highest die scores a point; several highest, a point each."""

from games.sheet import (
    Line,
    Note,
    Result,
    RuleError,
    Scoresheet,
    at_line,
    rank_by_score,
)


def replay(rules, seats, entries):
    """Fold the throws of a match into its scoresheet."""
    scores, lines, result = [0] * seats, [], None
    for number, entry in enumerate(entries, start=1):
        with at_line(number):
            if result is not None:
                raise RuleError("match_finished")
            _check(rules, seats, entry.values)
        best = max(entry.values)
        notes = tuple(
            Note("highest", side, 1, {"value": value})
            if value == best
            else Note("beaten", side, 0, {"value": value})
            for side, value in enumerate(entry.values)
        )
        scores = [score + int(note.points) for score, note in zip(scores, notes, strict=True)]
        deltas = tuple(note.points for note in notes)
        lines.append(Line(deltas, tuple(scores), notes, {"values": entry.values}))
        result = _result(rules, scores)
    expected = None if result else {"faces": rules.faces}
    return Scoresheet(tuple(lines), tuple(scores), {"throws": len(lines)}, expected, result)


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
    """Return every reason to refuse a ruleset."""
    faults = []
    if rules.faces < seats:
        faults.append(RuleError("too_few_faces", "faces", seats=seats))
    return faults
