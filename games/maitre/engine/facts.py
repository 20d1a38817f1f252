"""The remarkable facts of a finished match, for its page and the records.

A greater `value` always means a more remarkable fact, so facts with the same code can be compared.
"""

from collections.abc import Iterator, Sequence

from games.maitre.engine.manches import MaitreEntry
from games.maitre.engine.rulesets import CONTRACT_50, MaitreRules
from games.sheet import Fact, Note, Scoresheet


def facts(rules: MaitreRules, entries: Sequence[MaitreEntry], sheet: Scoresheet) -> list[Fact]:
    """Return the facts of a finished match; an empty list while it is running.

    Manches are numbered from 1. Each fact is about the Maître of its manche.
    """
    if sheet.result is None:
        return []
    return [
        *_highest_contract(sheet),
        *_best_manche(sheet),
        *_widest_gap(sheet),
        *_largest_malus(sheet),
        *_all_validated(rules, sheet),
        *_eliminated_leader(sheet),
        *_comeback(sheet),
        *_nobody_wins(sheet),
    ]


def _notes(sheet: Scoresheet, code: str) -> Iterator[tuple[int, Note]]:
    """Yield the first note of that code in each manche, with the manche's number."""
    for number, line in enumerate(sheet.lines, start=1):
        for note in line.notes:
            if note.code == code:
                yield number, note
                break


def _highest_contract(sheet: Scoresheet) -> list[Fact]:
    """Return the highest contract above 50 that was kept, the first of equals."""
    contracts = [
        (note.params["contract"], -number, note) for number, note in _notes(sheet, "contract_kept")
    ]
    contract, place, note = max(contracts, key=lambda row: row[:2], default=(0, 0, None))
    if note is None or contract <= CONTRACT_50:
        return []
    params = {"contract": contract, "reached": note.params["reached"]}
    return [Fact("highest_contract", contract, params | {"seat": note.side, "number": -place})]


def _best_manche(sheet: Scoresheet) -> list[Fact]:
    """Return the most points that a player scored in one manche."""
    points, place, seat = max(
        (delta, -number, seat)
        for number, line in enumerate(sheet.lines, start=1)
        for seat, delta in enumerate(line.deltas)
    )
    if points <= 0:
        return []
    return [Fact("best_manche", points, {"points": points, "seat": seat, "number": -place})]


def _widest_gap(sheet: Scoresheet) -> list[Fact]:
    """Return the widest gap of a Maître over the other players."""
    gaps = [(note.params["gap"], -number, note.side) for number, note in _notes(sheet, "gap_kept")]
    if not gaps:
        return []
    gap, place, seat = max(gaps)
    return [Fact("widest_gap", gap, {"gap": gap, "seat": seat, "number": -place})]


def _largest_malus(sheet: Scoresheet) -> list[Fact]:
    """Return the largest malus: the Maître's loss, and each other player's gain."""
    losses = [(note.params["malus"], -number, note.side) for number, note in _notes(sheet, "malus")]
    malus, place, seat = max(losses, default=(0, 0, 0))
    if malus <= 0:
        return []
    return [Fact("largest_malus", malus, {"malus": malus, "seat": seat, "number": -place})]


def _all_validated(rules: MaitreRules, sheet: Scoresheet) -> list[Fact]:
    """Return a fact for each player who validated every manche in which they were the Maître."""
    return [
        Fact("all_validated", rules.tours, {"seat": seat, "manches": rules.tours})
        for seat, failures in enumerate(sheet.state["failures"])
        if failures == 0
    ]


def _eliminated_leader(sheet: Scoresheet) -> list[Fact]:
    """Return the fact that an eliminated player has more points than all players who are not.

    An eliminated player is « d'office dernier (même s'il a plus de points que tous les autres
    joueurs) ». The best such player is returned.
    """
    result = sheet.result
    ranking = result.ranking if result else ()
    out = [place for place in ranking if place.eliminated]
    others = [place.score for place in ranking if not place.eliminated]
    if not out or not others:
        return []
    best = max(out, key=lambda place: (place.score, -place.side))
    if best.score <= max(others):
        return []
    lead = best.score - max(others)
    return [Fact("eliminated_leader", lead, {"seat": best.side, "points": best.score})]


def _comeback(sheet: Scoresheet) -> list[Fact]:
    """Return the largest deficit that the winner had before the last manche; empty if several
    won.
    """
    winners = sheet.result.winners if sheet.result else ()
    if len(winners) != 1:
        return []
    (seat,) = winners
    deficits = [
        (max(line.totals) - line.totals[seat], -number)
        for number, line in enumerate(sheet.lines[:-1], start=1)
    ]
    deficit, place = max(deficits, default=(0, 0))
    if deficit <= 0:
        return []
    return [Fact("comeback", deficit, {"points": deficit, "seat": seat, "number": -place})]


def _nobody_wins(sheet: Scoresheet) -> list[Fact]:
    """Return the fact that all players were eliminated, if they were."""
    if sheet.result is None or sheet.result.winners:
        return []
    return [Fact("nobody_wins", 1, {})]
