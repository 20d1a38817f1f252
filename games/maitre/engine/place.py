"""What a player of the jeu du Maître needs to know before a manche. Pure."""

from games.maitre.engine.rulesets import MaitreRules, manche_count
from games.sheet import Note, Scoresheet


def place_notes(rules: MaitreRules, sheet: Scoresheet, seat: int) -> list[Note]:
    """Return the notes for a seat, or an empty list if the match is over.

    They say who is the Maître, which contracts are possible, and how far the seat's score is from
    the other scores.
    """
    expected = sheet.next
    if expected is None:
        return []
    contracts = {"span": [rules.contract_min, rules.contract_max]}
    if expected["maitre"] == seat:
        notes = [
            Note("announces"),
            Note("contracts", None, 0, contracts),
            Note("needs_gap", seat, 0, {"gap": rules.gap}),
        ]
    else:
        notes = [
            Note("defends", None, 0, {"seat": expected["maitre"]}),
            Note("contracts", None, 0, contracts),
            *_next_as_maitre(rules, sheet, seat),
        ]
    return [*notes, *_distance(sheet, seat), *_failures(rules, sheet, seat)]


def _next_as_maitre(rules: MaitreRules, sheet: Scoresheet, seat: int) -> list[Note]:
    seats = len(sheet.scores)
    number = sheet.state["manche"] + (seat - sheet.state["maitre"]) % seats
    if number > manche_count(rules, seats):
        return []
    return [Note("maitre_at", seat, 0, {"number": number})]


def _distance(sheet: Scoresheet, seat: int) -> list[Note]:
    if not sheet.lines:
        return []
    score = sheet.scores[seat] or 0
    best, leader = score, seat
    for other, points in enumerate(sheet.scores):
        if points is not None and points > best:
            best, leader = points, other
    if leader == seat:
        return [Note("leads", seat)]
    return [Note("behind", seat, 0, {"points": best - score, "seat": leader})]


def _failures(rules: MaitreRules, sheet: Scoresheet, seat: int) -> list[Note]:
    failed = sheet.state["failures"][seat]
    left = rules.failures_to_eliminate - failed
    if left <= 0:
        return [Note("out", seat)]
    return [Note("failures_left", seat, 0, {"count": left})] if failed > 0 else []
