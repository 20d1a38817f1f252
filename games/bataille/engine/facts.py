"""The remarkable facts of a finished match, for its page and the records. Pure.

The greater the `value` of a fact, the more remarkable it is. So records of the same code can be
compared.
"""

from collections.abc import Sequence

from games.bataille.engine.manches import BatailleEntry
from games.bataille.engine.rulesets import BatailleRules, cards_in_play
from games.sheet import Fact, Scoresheet

# The most tricks of a manche that counts as quick, for 52 cards. The source gives a median of
# twice as many.
QUICK = 180


def facts(rules: BatailleRules, entries: Sequence[BatailleEntry], sheet: Scoresheet) -> list[Fact]:
    """Return the facts of a finished match, or an empty list while it is running.

    Manches are numbered from 1. `entries` are the manches of `sheet`. Facts about tricks and
    batailles come only from manches in which the table counted them.
    """
    if sheet.result is None:
        return []
    return [
        *_longest_manche(sheet),
        *_quickest_manche(rules, sheet),
        *_most_battles(sheet),
        *_clean_sweep(rules, sheet),
        *_comeback(sheet),
        *_drawn_manches(sheet),
        *_jokers(sheet),
    ]


def _counted(sheet: Scoresheet, name: str) -> list[tuple[int, int]]:
    """Return the counts called `name` that the table took, each with its manche's number."""
    return [
        (line.completed[name], number)
        for number, line in enumerate(sheet.lines, start=1)
        if line.completed[name] is not None
    ]


def _longest_manche(sheet: Scoresheet) -> list[Fact]:
    """Return the fact of the longest manche, the first one if several are equally long.

    « Une moyenne de 480 plis et une médiane de 360 plis. »
    """
    counted = _counted(sheet, "tricks")
    if not counted:
        return []
    tricks, number = max(counted, key=lambda pair: (pair[0], -pair[1]))
    return [Fact("longest_manche", tricks, {"tricks": tricks, "number": number})]


def _quickest_manche(rules: BatailleRules, sheet: Scoresheet) -> list[Fact]:
    """Return the fact of the fewest tricks in which a player took every card.

    It is left out unless it is far below « une médiane de 360 ».
    """
    counted = [
        (tricks, number)
        for tricks, number in _counted(sheet, "tricks")
        if sheet.lines[number - 1].completed["reason"] == "all_cards"
    ]
    tricks, number = min(counted, default=(0, 0))
    if not counted or 52 * tricks > QUICK * cards_in_play(rules):
        return []
    winner = sheet.lines[number - 1].completed["winner"]
    return [Fact("quickest_manche", -tricks, {"tricks": tricks, "number": number, "seat": winner})]


def _most_battles(sheet: Scoresheet) -> list[Fact]:
    """Return the fact of the most batailles in one manche, if there were any."""
    counted = [pair for pair in _counted(sheet, "battles") if pair[0] > 0]
    if not counted:
        return []
    battles, number = max(counted, key=lambda pair: (pair[0], -pair[1]))
    return [Fact("most_battles", battles, {"battles": battles, "number": number})]


def _clean_sweep(rules: BatailleRules, sheet: Scoresheet) -> list[Fact]:
    """Return the fact that one player won every manche that was won.

    It is left out if one win decides the match.
    """
    if (
        rules.wins_needed < 2
        or sheet.result is None
        or sum(sheet.state["wins"]) > rules.wins_needed
    ):
        return []
    params = {"wins": rules.wins_needed, "side": sheet.result.winners[0]}
    return [Fact("clean_sweep", rules.wins_needed, params)]


def _comeback(sheet: Scoresheet) -> list[Fact]:
    """Return the fact that the winner came back: the most manches by which they were behind."""
    if sheet.result is None or not sheet.result.winners:
        return []
    winner = sheet.result.winners[0]
    behind = [
        (int(max(line.totals) - line.totals[winner]), -number)
        for number, line in enumerate(sheet.lines, start=1)
    ]
    most, place = max(behind)
    if most < 1:
        return []
    return [Fact("comeback", most, {"behind": most, "number": -place, "side": winner})]


def _drawn_manches(sheet: Scoresheet) -> list[Fact]:
    """Return the fact of the manches without a winner: « Pat à la bataille »."""
    drawn = sum(line.completed["winner"] is None for line in sheet.lines)
    return [Fact("drawn_manches", drawn, {"drawn": drawn})] if drawn else []


def _jokers(sheet: Scoresheet) -> list[Fact]:
    """Return one fact for each stolen joker.

    « Le premier qui arrive à dérober le joker de son adversaire »
    """
    return [
        Fact("joker_stolen", 1, {"seat": line.completed["winner"], "number": number})
        for number, line in enumerate(sheet.lines, start=1)
        if line.completed["reason"] == "joker"
    ]
