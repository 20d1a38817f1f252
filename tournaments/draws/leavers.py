"""Who has left, and what becomes of their games in a round robin or a group. Pure.

`options.leaver` is the rule. With `auto` the games of an entrant who leaves count for nobody if
less than half of them were played. With `annul` they never count, with `forfeit` they always do. If
they count, the opponents win the remaining ones by forfeit. Formats in which not everybody meets
everybody have no such rule.
"""

from collections.abc import Mapping
from typing import NamedTuple

from tournaments.draws.field import Field, Table

# The criterion that ranks entrants who left below those who finished with the same points.
LEFT = "left"
# The key in a table's `why` of the opponent who should have been there.
GONE = "left"


class Games(NamedTuple):
    """An entrant's games where everybody meets everybody: how many there are, and those drawn."""

    all: int
    drawn: tuple[Table, ...]


def left_after(field: Field) -> dict[int, int]:
    """Return, for each entrant who left and missed something, the last round before they left.

    It is 0 if they left before the first round. If everybody meets everybody, an entrant who
    forfeits all remaining games has left as well. In the first two editions the answer is empty.
    """
    if field.options.edition < 3:
        return {}
    games = _games(field) if field.options.leaver else {}
    gone = frozenset(entrant.number for entrant in field.entrants if entrant.left)
    left = [entrant.number for entrant in field.entrants if entrant.left]
    left += [
        entrant
        for entrant, own in games.items()
        if entrant not in gone and _gave_up(field, entrant, own)
    ]
    ranked = frozenset(field.ranked) if left else frozenset()
    return {
        entrant: number
        for entrant in left
        if entrant in ranked
        for number in [_last_round(field, entrant, gone=entrant in gone)]
        if _missed_something(field, entrant, number, games.get(entrant))
    }


def _last_round(field: Field, entrant: int, *, gone: bool) -> int:
    """Return the last round in which an entrant caused no game not to be played; 0 for none."""
    for number in range(len(field.rounds), 0, -1):
        if any(
            entrant in table.entrants and not _missed(entrant, table, gone=gone)
            for table in field.rounds[number - 1]
        ):
            return number
    return 0


def _missed_something(field: Field, entrant: int, last: int, games: Games | None) -> bool:
    """Return whether an entrant who left after round `last` missed a game or a drawn round.

    An entrant who left a bracket by losing has missed nothing.
    """
    table = (
        next((t for t in field.rounds[last - 1] if entrant in t.entrants), None) if last else None
    )
    if table is not None and "." in table.slot:
        lost = table.winner is not None and entrant not in table.sides[table.winner]
        return last < len(field.rounds) and not lost
    if games is not None:
        return _played(entrant, games, gone=True) < games.all
    return last < len(field.rounds)


def annulled(field: Field) -> frozenset[int]:
    """Return the entrants whose games count for nobody. Computed once for each `Field`."""
    if field.options.leaver not in ("auto", "annul"):
        return frozenset()
    if "annulled" not in field.worked:
        field.worked["annulled"] = frozenset(_annulled(field))
    known: frozenset[int] = field.worked["annulled"]
    return known


def struck(field: Field, table: Table) -> bool:
    """Return whether a game counts for nobody, because somebody who left sat at it."""
    gone = annulled(field)
    return bool(gone) and in_pool(table) and not table.bye and not gone.isdisjoint(table.entrants)


def _annulled(field: Field) -> list[int]:
    left = frozenset(entrant.number for entrant in field.entrants if entrant.left)
    leavers = []
    for entrant, games in _games(field).items():
        gone = entrant in left
        played = _played(entrant, games, gone=gone)
        few = field.options.leaver == "annul" or 2 * played < games.all
        if (gone or _gave_up(field, entrant, games)) and played < games.all and few:
            leavers.append(entrant)
    return leavers


def _played(entrant: int, games: Games, *, gone: bool) -> int:
    return sum(not _missed(entrant, table, gone=gone) for table in games.drawn)


def _gave_up(field: Field, entrant: int, games: Games) -> bool:
    """Return whether an entrant forfeits all remaining games, whether marked as having left or not.

    Then all their games are drawn, and the last one was not played because of them. If games are
    played in any order, the others must have ended.
    """
    over = len(games.drawn) >= games.all
    if field.options.open_rounds:
        over = over and all(table.bye or table.result is not None for table in games.drawn)
    return over and bool(games.drawn) and _missed(entrant, games.drawn[-1], gone=False)


def _missed(entrant: int, table: Table, *, gone: bool) -> bool:
    """Return whether an entrant caused a game not to be played.

    They forfeited it, it was drawn without them, or they left before it was played.
    """
    if entrant not in table.entrants:
        return True
    if table.result is None:
        return gone and not table.bye
    return entrant in table.result.forfeit


def in_pool(table: Table) -> bool:
    """Return whether a table belongs to a round robin, or to a group played as one."""
    return "." not in table.slot and not table.slot.startswith("K")


def absent_opponent(table: Table) -> int | None:
    """Return the opponent who would have been at a bye's table, had they not left; or None."""
    gone = table.why.get(GONE)
    return gone if table.bye and isinstance(gone, int) else None


def _games(field: Field) -> Mapping[int, Games]:
    """Return everybody's games, by entrant. Computed once for each `Field`."""
    if "games" not in field.worked:
        field.worked["games"] = _games_of(field)
    known: Mapping[int, Games] = field.worked["games"]
    return known


def _games_of(field: Field) -> Mapping[int, Games]:
    drawn: dict[int, list[Table]] = {}
    pools: dict[str, set[int]] = {}
    for tables in field.rounds:
        for table in filter(in_pool, tables):
            gone = absent_opponent(table)
            there = (*table.entrants, *([] if gone is None else [gone]))
            pools.setdefault(table.slot, set()).update(there)
            for entrant in there if len(there) > 1 else ():
                drawn.setdefault(entrant, []).append(table)
    return {
        entrant: Games(field.options.cycles * (len(members) - 1), tuple(drawn.get(entrant, ())))
        for members in pools.values()
        for entrant in sorted(members)
    }


def owed(field: Field) -> list[int]:
    """Return the entrants who left and whose remaining games their opponents win."""
    if not field.options.leaver:
        return []
    gone, ranked = annulled(field), frozenset(field.ranked)
    return [
        entrant.number
        for entrant in field.entrants
        if entrant.left and entrant.number not in gone and entrant.number in ranked
    ]
