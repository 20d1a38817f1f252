"""All ladders of a game, moved on by many matches at once, and what they come to as rows.

Loaded with `numpy` and `numba` when something is rebuilt, and never while pages are served.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import add
from typing import Any

import numpy as np

from clubs.bulk import Rows
from games.registry import Game
from leaderboards.models import EntryChunk, Ladder, RatedMatch, Standing
from leaderboards.rating.packing import ENTRY, NONE, SEASON, SHAPES, unpack_form
from leaderboards.rebuild import compiled
from leaderboards.rebuild.columns import Columns, Group
from leaderboards.rebuild.compiled import (
    BITS,
    KINDS,
    MASK,
    WHOLE,
    Array,
    Hands,
    Outcome,
    Seated,
    Slots,
)
from leaderboards.rebuild.tables import Index, call, grown
from leaderboards.storage import CHUNK, keys_of, ladders_of
from leaderboards.years import YEARS

ENTRIES = np.dtype([(name, "<i8" if name == "match" else f"<{code}") for name, code in ENTRY])
SEASONS = np.dtype([(name, f"<{code}") for name, code in SEASON])
ADDED = ("played", "won", "drawn", "points")


@dataclass
class Told:
    """What matches came to: everybody's skills on each ladder, as `RatedMatch` keeps them.

    `sizes` are how many each match has, `alike` says which ladders are as the one before (a bit
    each) and so are not told; `homes` is the slot of each place on its ladder of players
    of the club and family.
    """

    columns: Columns
    skills: Array
    sizes: Array
    alike: Array
    homes: Array


@dataclass
class Fold:
    """Everybody's state on each ladder: a slot each, found by who they are and the ladder."""

    game: Game
    # Players in the order of their numbers, behind a 0 for nobody.
    people: Array
    ladders: list[Ladder] = field(default_factory=list)
    groups: dict[Group, int] = field(default_factory=dict)
    index: Index = field(default_factory=lambda: Index.of(np.zeros(0, np.int64)))
    owners: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    skills: Array = field(default_factory=lambda: np.zeros((0, 2)))
    tallies: Array = field(default_factory=lambda: np.zeros((0, WHOLE), np.int64))
    used: int = 0
    # A hand: somebody's slots on the four ladders of a club's matches of a family.
    hand_index: Index = field(default_factory=lambda: Index.of(np.zeros(0, np.int64)))
    hand_keys: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    hands: Array = field(default_factory=lambda: np.zeros((0, KINDS // 2), np.int64))
    held: int = 0
    # Of years that are over: the slots, and what stood at their ends.
    end_slots: list[Array] = field(default_factory=list)
    end_tallies: list[Array] = field(default_factory=list)
    kinds: Array = field(default_factory=lambda: np.zeros((0, KINDS), np.int64))

    def count(self, columns: Columns, who: Array) -> Told:
        """Move everybody on by matches, and return what they came to; `who` sits at each place."""
        parts = columns.parts
        groups = self._know(columns.groups)
        count = len(columns.names)
        most = KINDS // 2 * (len(parts) + 2 * int(columns.paired.sum()))
        self._grow(most)
        skills, homes = np.empty((most, 2)), np.empty(len(parts), np.int64)
        sizes, alike = np.empty(count, np.int64), np.empty(count, np.int64)
        slots, tallies = np.empty(most, np.int64), np.empty((most, WHOLE), np.int64)
        constants = self.game.rating
        matches = np.empty((count, 4), np.int64)
        matches[:, 0], matches[:, 1], matches[:, 2] = columns.at, columns.day, columns.year
        matches[:, 3] = groups[columns.group]
        self.used, self.held, told, ended = call(
            compiled.fold,
            count,
            Seated(
                columns.starts,
                who,
                parts["side"].astype(np.int64),
                parts["outcome"].astype(np.int64),
                parts["points"].astype(np.int64),
                parts["margin"].astype(np.float64),
            ),
            matches,
            columns.paired,
            self.kinds,
            np.array(
                [
                    constants.beta,
                    constants.spread,
                    constants.growth_per_day,
                    constants.prior_sigma,
                ]
            ),
            Slots(self.index.table, self.index.slots, self.owners, self.skills, self.tallies),
            self.used,
            Hands(self.hand_index.table, self.hand_index.slots, self.hand_keys, self.hands),
            self.held,
            Outcome(homes, skills, skills.view(np.int64), sizes, alike, slots, tallies),
        )
        self.end_slots.append(slots[:ended].copy())
        self.end_tallies.append(tallies[:ended].copy())
        return Told(columns, skills[:told], sizes, alike, homes)

    def _know(self, groups: Sequence[Group]) -> Array:
        """Have the ladders of clubs' matches of families, and return where those stand."""
        fresh = [group for group in groups if group not in self.groups]
        if fresh:
            self._add(fresh)
        return np.array([self.groups[group] for group in groups], np.int64)

    def _add(self, fresh: Sequence[Group]) -> None:
        keys = {key: keys_of(*key, pairs=self.game.sides == 2) for key in fresh}
        known = ladders_of(self.game.slug, (key for some in keys.values() for key in some))
        where = {ladder.pk: number for number, ladder in enumerate(self.ladders)}
        rows = []
        for group, some in keys.items():
            for key in some:
                if known[key].pk not in where:
                    where[known[key].pk] = len(self.ladders)
                    self.ladders.append(known[key])
            row = [where[known[key].pk] for key in some]
            self.groups[group] = len(self.groups)
            rows.append(row + [0] * (KINDS - len(row)))
        self.kinds = np.concatenate((self.kinds, np.array(rows, np.int64).reshape(-1, KINDS)))
        # A key has room for so many.
        if max(len(self.ladders), len(self.people)) > MASK:
            raise OverflowError("too many ladders or people")

    def _grow(self, more: int) -> None:
        """Make room for so many more slots, and keep half of the tables free."""
        if self.used + more > len(self.owners):
            size = max(self.used + more, 2 * len(self.owners))
            self.owners = grown(self.owners, self.used, size)
            self.skills = grown(self.skills, self.used, size)
            self.tallies = grown(self.tallies, self.used, size)
            self.index = Index.of(self.owners[: self.used], room=size)
        hands = self.held + more // (KINDS // 2)
        if hands > len(self.hands):
            size = max(hands, 2 * len(self.hands))
            self.hand_keys = grown(self.hand_keys, self.held, size)
            self.hands = grown(self.hands, self.held, size)
            self.hand_index = Index.of(self.hand_keys[: self.held], room=size)

    def numbers(self, columns: Columns) -> Array:
        """Return who sits at each place of matches, by their place among all people."""
        return np.searchsorted(self.people, columns.parts["player"])

    def ladders_at(self, slots: Array) -> tuple[list[int], list[int | None]]:
        """Return the ladders of slots, and their clubs."""
        which = (self.owners[slots] >> 2 * BITS).tolist()
        numbers, clubs = (
            [ladder.pk for ladder in self.ladders],
            [ladder.club_id for ladder in self.ladders],
        )
        return [numbers[one] for one in which], [clubs[one] for one in which]

    def players_at(self, slots: Array) -> list[int]:
        """Return whose slots these are: the player, the first of a pair."""
        found: list[int] = self.people[self.owners[slots] >> BITS & MASK].tolist()
        return found

    def partners_at(self, slots: Array) -> list[int | None]:
        """Return with whom the players of slots make a pair."""
        return [one or None for one in self.people[self.owners[slots] & MASK].tolist()]


def rated_match_rows(game: str, told: Sequence[Told]) -> Rows:
    """Return the rows of matches that were counted, in the order of their keys.

    So the index of the keys is written from one end to the other.
    """
    names = np.concatenate([block.columns.names for block in told])
    order = names.view(">i8").argsort()
    groups = told[0].columns.groups
    group = np.concatenate([block.columns.group for block in told])[order].tolist()
    values: dict[str, list[Any]] = {
        "match": names[order].astype("U8").tolist(),
        "game": [game] * len(group),
        "club_id": [groups[one][0] for one in group],
        "family": [groups[one][1] for one in group],
    }
    for name in ("at", "day", "year"):
        whole = np.concatenate([getattr(block.columns, name) for block in told])
        values[name] = whole[order].tolist()
    parts = [np.diff(block.columns.starts) for block in told]
    values["parts"] = _pieces([block.columns.parts for block in told], parts, order)
    shapes = np.concatenate([block.alike for block in told])[order].tolist()
    skills = _pieces([block.skills for block in told], [block.sizes for block in told], order)
    values["skills"] = list(map(add, map(SHAPES.__getitem__, shapes), skills))
    return Rows(RatedMatch, tuple(values), tuple(values.values()))


def _pieces(blocks: Sequence[Array], sizes: Sequence[Array], order: Array) -> list[bytes]:
    """Return rows of blocks, so many to a piece, as bytes; the pieces in some order."""
    data = b"".join([block.tobytes() for block in blocks])
    width = blocks[0].strides[0]
    size = np.concatenate(sizes) * width
    ends = size.cumsum()
    begins = (ends - size)[order].tolist()
    return [data[a:b] for a, b in zip(begins, ends[order].tolist(), strict=True)]


def entries_of(told: Told) -> Array:
    """Return what came of matches for each of their players, in the order of the places."""
    columns, parts = told.columns, told.columns.parts
    seats = np.diff(columns.starts)
    found = np.empty(len(parts), ENTRIES)
    found["match"] = np.repeat(columns.names.view("<i8"), seats)
    found["at"], found["year"] = np.repeat(columns.at, seats), np.repeat(columns.year, seats)
    found["points"], found["outcome"] = parts["points"], parts["outcome"]
    # In a match of pairs the places are those of one side, then those of the other.
    place = np.arange(len(parts)) - np.repeat(columns.starts[:-1], seats)
    other = np.where(place % 2 == 0, 1, -1) + np.arange(len(parts))
    paired = np.repeat(columns.paired, seats)
    found["partner"] = np.where(paired, parts["player"][np.where(paired, other, 0)], 0)
    return found


def chunk_rows(fold: Fold, told: Sequence[Told]) -> Rows:
    """Return the chunks of players' matches, so many matches to a row."""
    slots = np.concatenate([block.homes for block in told])
    order, starts = call(compiled.grouped, len(slots), slots, fold.used)
    entries = np.concatenate([entries_of(block) for block in told])[order]
    rows_of = -(-np.diff(starts) // CHUNK)
    owner = np.repeat(np.arange(fold.used), rows_of)
    # Within a slot the nth row begins after n whole rows.
    nth = np.arange(len(owner)) - np.repeat(rows_of.cumsum() - rows_of, rows_of)
    begin = starts[owner] + nth * CHUNK
    end = np.minimum(begin + CHUNK, starts[owner + 1])
    ladders, clubs = fold.ladders_at(owner)
    values = {
        "ladder_id": ladders,
        "club_id": clubs,
        "player_id": fold.players_at(owner),
        "first": entries["at"][begin].tolist(),
        "last": entries["at"][end - 1].tolist(),
        "data": _pieces([entries], [end - begin], np.arange(len(owner))),
    }
    return Rows(EntryChunk, tuple(values), tuple(values.values()))


@dataclass
class Seasons:
    """The seasons of all slots, those of a slot side by side from `starts[slot]` on."""

    rows: Array
    starts: Array
    slots: Array

    @classmethod
    def of(cls, fold: Fold) -> "Seasons":
        """Return what stands at the ends of all years, the last ones included."""
        slots = np.concatenate((*fold.end_slots, np.arange(fold.used)))
        # Whole rows are put in order at once: their columns lie far apart.
        tallies = np.concatenate((*fold.end_tallies, fold.tallies[: fold.used]))
        order, starts = call(compiled.grouped, len(slots), slots, fold.used)
        tallies, rows = tallies[order], np.empty(len(slots), SEASONS)
        for column, name in enumerate(SEASONS.names or ()):
            rows[name] = tallies[:, column]
        return cls(rows, starts, slots[order])

    def added(self, name: str) -> Array:
        """Return a count of all time of each slot."""
        found: Array = np.add.reduceat(self.rows[name].astype(np.int64), self.starts[:-1])
        return found

    def years(self) -> Array:
        """Return the years of each slot as bits."""
        bits = np.left_shift(np.int64(1), self.rows["year"].astype(np.int64) % YEARS)
        found: Array = np.bitwise_or.reduceat(bits, self.starts[:-1])
        return found

    def on_ladders(self, fold: Fold) -> list[dict[str, int]]:
        """Return how many played in each year on each ladder."""
        keys = (fold.owners[self.slots] >> 2 * BITS) << 16 | self.rows["year"]
        found: list[dict[str, int]] = [{} for _ in fold.ladders]
        different, counts = np.unique(keys, return_counts=True)
        for key, count in zip(different.tolist(), counts.tolist(), strict=True):
            found[key >> 16][str(key & 0xFFFF)] = count
        return found


def standing_rows(fold: Fold, seasons: Seasons) -> Rows:
    """Return the rows of all boards, each board's in its order: so their indexes grow at an end."""
    skills = fold.skills[: fold.used]
    floors = skills[:, 0] - skills[:, 1]
    order = np.lexsort((-floors, fold.owners[: fold.used] >> 2 * BITS))
    last = seasons.rows[seasons.starts[1:] - 1][order]
    best = np.maximum.reduceat(seasons.rows["best"], seasons.starts[:-1])[order].tolist()
    forms = {form: unpack_form(form) for form in set(last["form"].tolist())}
    ladders, clubs = fold.ladders_at(order)
    values: dict[str, list[Any]] = {
        "ladder_id": ladders,
        "club_id": clubs,
        "player_id": fold.players_at(order),
        "partner_id": fold.partners_at(order),
        "mu": skills[order, 0].tolist(),
        "sigma": skills[order, 1].tolist(),
        "floor": floors[order].tolist(),
        **{
            name: seasons.added(name)[order].tolist()
            for name in ("played", "won", "drawn", "points")
        },
        "best": [None if one == NONE else one for one in best],
        "streak": last["streak"].tolist(),
        "form": [forms[form] for form in last["form"].tolist()],
        "at": last["at"].tolist(),
        "day": fold.tallies[order, compiled.DAY].tolist(),
        "years": seasons.years()[order].tolist(),
        "seasons": _pieces([seasons.rows], [np.diff(seasons.starts)], order),
    }
    return Rows(Standing, tuple(values), tuple(values.values()))
