"""All ladders of a game, updated by its matches, and the resulting rows of boards."""

from collections.abc import Iterator, Sequence
from operator import add
from typing import Any

import numpy as np

from clubs.bulk import Rows
from clubs.models import Club
from games.registry import Game
from leaderboards.models import EntryChunk, Ladder, Meeting, RatedMatch, Standing
from leaderboards.rating.matches import MEETINGS, TOGETHER, TOGETHER_WON
from leaderboards.rating.packing import ENTRY, LADDERS, SEASON
from leaderboards.rating.tallies import PlayedMatch, Season
from leaderboards.rebuild.fold import (
    Array,
    FoldState,
    MatchColumns,
    Outcome,
    call,
    fill_meetings,
    fold,
    grouped,
)
from leaderboards.rebuild.read_matches import Columns
from leaderboards.seasons import YEARS
from leaderboards.storage import CHUNK, LadderKey, keys_of, ladders_of

_TYPES = ["S8", *ENTRY[1:]]
ENTRIES = np.dtype(
    [(name, f"<{type}") for name, type in zip(PlayedMatch._fields, _TYPES, strict=True)]
)
SEASONS = np.dtype([(name, f"<{type}") for name, type in zip(Season._fields, SEASON, strict=True)])
# A key holds a ladder or club and one or two people.
BITS = 21
MASK = (1 << BITS) - 1
# Matches of one step, and rows written at once.
BLOCK, WRITTEN = 20_000, 200_000


class Boards:
    """Everybody's state on each ladder: a slot each, by ladder and by person or pair."""

    def __init__(self, game: Game, columns: Columns) -> None:
        self.game, self.columns = game, columns
        waiting = Club.objects.filter(confirmed_at=None)
        self.unconfirmed = frozenset(waiting.values_list("pk", flat=True))
        parts, starts = columns.parts, columns.starts
        # Players in the order of their numbers, after a 0 for nobody.
        self.people = np.unique(np.append(parts["player"], 0))
        self.who = np.searchsorted(self.people, parts["player"])
        self.seats = np.diff(starts)
        self.paired = columns.paired
        self.ladders, kinds = self._ladders()
        if max(len(self.ladders), len(self.people)) > MASK:
            raise OverflowError("too many ladders or people")
        # Each player of a club and family has four slots, and so has each pair.
        pairs = np.sort(self.who[np.repeat(self.paired, self.seats)].reshape(-1, 2), axis=1)
        group = np.repeat(columns.group, self.seats)
        players = group << 2 * BITS | self.who << BITS
        both = np.repeat(columns.group[self.paired], 2) << 2 * BITS | pairs[:, 0] << BITS
        keys, place = np.unique(np.append(players, both | pairs[:, 1]), return_inverse=True)
        kind = kinds[keys >> 2 * BITS, (keys & MASK > 0).astype(np.int64)]
        own = kind << 2 * BITS | (keys & (1 << 2 * BITS) - 1)[:, None]
        self.owners, slots = np.unique(own, return_inverse=True)
        slots = slots.reshape(-1, LADDERS)[place]
        self.player_slots, self.pair_slots = slots[: len(parts)], slots[len(parts) :]
        count = len(self.owners)
        self.state = FoldState(
            np.zeros((count, 2)),
            np.zeros(count, np.int64),
            np.zeros((count, len(Season._fields)), np.int64),
        )
        self.skills: list[Array] = []
        self.sizes: list[Array] = []
        self.alike: list[Array] = []
        self.ended: list[Array] = []
        self.ended_seasons: list[Array] = []

    def _ladders(self) -> tuple[list[Ladder], Array]:
        """Return the ladders, and those of a group's players and pairs."""
        pairs = bool(self.paired.any())
        keys = {group: self._keys_of(*group, pairs=pairs) for group in self.columns.groups}
        wanted = list(dict.fromkeys(key for some in keys.values() for key in some))
        apart = {key: Ladder() for key in wanted if (key[0] or 0) < 0}
        known = ladders_of(self.game.slug, (key for key in wanted if key not in apart)) | apart
        where = {key: number for number, key in enumerate(wanted)}
        kinds = [[where[key] for key in some] for some in keys.values()]
        shape = (len(keys), 1 + pairs, LADDERS)
        return [known[key] for key in wanted], np.array(kinds, np.int64).reshape(shape)

    def _keys_of(self, club: int | None, family: str, *, pairs: bool) -> list[LadderKey]:
        """Return the ladders of a club's matches.

        Of a club that waits to be confirmed, those over all are its own and are not stored: by the
        club's number below zero.
        """
        keys = keys_of(club, family, pairs=pairs)
        if club is None or club not in self.unconfirmed:
            return keys
        return [(-club if of is None else of, variant, kind) for of, variant, kind in keys]

    def fold(self) -> Iterator[int]:
        """Apply all matches to everybody; yield how many are done, step by step."""
        columns, parts = self.columns, self.columns.parts
        given = MatchColumns(
            columns.starts,
            columns.at,
            columns.day,
            columns.year,
            self.paired,
            parts["side"].astype(np.int64),
            parts["points"].astype(np.int64),
            parts["margin"].astype(np.float64),
            parts["outcome"].astype(np.int64),
            self.player_slots,
            self.pair_slots,
            2 * (self.paired.cumsum() - self.paired),
        )
        rating = self.game.rating
        constants = (rating.beta, rating.spread, rating.growth_per_day, rating.prior_sigma)
        count = len(columns.names)
        for begin in range(0, count, BLOCK):
            end = min(begin + BLOCK, count)
            most = LADDERS * int(self.seats[begin:end].sum() + 2 * self.paired[begin:end].sum())
            out = Outcome(
                np.empty((most, 2)),
                np.empty(end - begin, np.int64),
                np.empty(end - begin, np.int64),
                np.empty(most, np.int64),
                np.empty((most, len(Season._fields)), np.int64),
            )
            written, ended = call(fold, count, begin, end, given, constants, self.state, out)
            self.skills.append(out.skills[:written].copy())
            self.sizes.append(out.sizes)
            self.alike.append(out.alike)
            self.ended.append(out.ended[:ended].copy())
            self.ended_seasons.append(out.ended_seasons[:ended].copy())
            yield end - begin

    def _owned(self, slots: Array) -> dict[str, list[Any]]:
        """Return the ladder and the owner of slots, as columns."""
        owners = self.owners[slots]
        which = (owners >> 2 * BITS).tolist()
        ladders = [ladder.pk for ladder in self.ladders]
        clubs = [ladder.club_id for ladder in self.ladders]
        return {
            "ladder_id": [ladders[one] for one in which],
            "club_id": [clubs[one] for one in which],
            "player_id": self.people[owners >> BITS & MASK].tolist(),
        }

    def rated_matches(self) -> Iterator[Rows]:
        """Yield the rows of matches in the order of their keys: the index grows at its end."""
        columns = self.columns
        skills, sizes = np.concatenate(self.skills), np.concatenate(self.sizes)
        alike = np.concatenate(self.alike)
        names = columns.names.view(">i8").argsort()
        for start in range(0, len(names), WRITTEN):
            order = names[start : start + WRITTEN]
            groups = [columns.groups[one] for one in columns.group[order].tolist()]
            first = [bytes([one]) for one in alike[order].tolist()]
            yield _rows(
                RatedMatch,
                match=columns.names[order].astype("U8").tolist(),
                game=[self.game.slug] * len(order),
                club_id=[club for club, _family in groups],
                family=[family for _club, family in groups],
                at=columns.at[order].tolist(),
                day=columns.day[order].tolist(),
                year=columns.year[order].tolist(),
                parts=_pieces(columns.parts, self.seats, order),
                skills=list(map(add, first, _pieces(skills, sizes, order))),
                over_all=[club not in self.unconfirmed for club, _family in groups],
            )

    def entry_chunks(self) -> Rows:
        """Return the entries of each player on each ladder of a club and family."""
        columns, parts = self.columns, self.columns.parts
        entries = np.empty(len(parts), ENTRIES)
        for name in ("at", "year"):
            entries[name] = np.repeat(getattr(columns, name), self.seats)
        entries["match"] = np.repeat(columns.names, self.seats)
        entries["points"], entries["outcome"] = parts["points"], parts["outcome"]
        # In a match of pairs the places are those of one side, then those of the other.
        paired = np.repeat(self.paired, self.seats)
        partners = parts["player"][paired].reshape(-1, 2)[:, ::-1]
        entries["partner"] = 0
        entries["partner"][paired] = partners.reshape(-1)
        # Of its club and family: the second of the four.
        slots = np.ascontiguousarray(self.player_slots[:, 1])
        order, starts = call(grouped, len(slots), slots, len(self.owners))
        chunks = -(-np.diff(starts) // CHUNK)
        owner = np.repeat(np.arange(len(chunks)), chunks)
        number = np.arange(len(owner)) - np.repeat(chunks.cumsum() - chunks, chunks)
        begin = starts[owner] + number * CHUNK
        end = np.minimum(begin + CHUNK, starts[owner + 1])
        entries = entries[order]
        return _rows(
            EntryChunk,
            **self._owned(owner),
            first=entries["at"][begin].tolist(),
            last=entries["at"][end - 1].tolist(),
            data=_pieces(entries, end - begin, np.arange(len(owner))),
        )

    def standings(self) -> Rows:
        """Return the rows of all boards, each in its order; store how many played in which year."""
        rows, starts, slots = self._seasons()
        self._count_years(rows, slots)
        skills = self.state.skills
        floors = skills[:, 0] - skills[:, 1]
        order = np.lexsort((-floors, self.owners >> 2 * BITS))
        stored = np.array([ladder.pk is not None for ladder in self.ladders], bool)
        order = order[stored[self.owners[order] >> 2 * BITS]]
        bits = np.left_shift(np.int64(1), rows["year"].astype(np.int64) % YEARS)
        partners = self.people[self.owners[order] & MASK].tolist()
        return _rows(
            Standing,
            **self._owned(order),
            partner_id=[one or None for one in partners],
            mu=skills[order, 0].tolist(),
            sigma=skills[order, 1].tolist(),
            floor=floors[order].tolist(),
            at=rows["at"][starts[1:] - 1][order].tolist(),
            day=self.state.days[order].tolist(),
            years=np.bitwise_or.reduceat(bits, starts[:-1])[order].tolist(),
            seasons=_pieces(rows, np.diff(starts), order),
        )

    def _seasons(self) -> tuple[Array, Array, Array]:
        """Return all seasons, sorted by slot, where each slot's begin, and their slots."""
        slots = np.concatenate((*self.ended, np.arange(len(self.owners))))
        seasons = np.concatenate((*self.ended_seasons, self.state.seasons))
        order, starts = call(grouped, len(slots), slots, len(self.owners))
        rows, seasons = np.empty(len(slots), SEASONS), seasons[order]
        for number, name in enumerate(Season._fields):
            rows[name] = seasons[:, number]
        return rows, starts, slots[order]

    def _count_years(self, rows: Array, slots: Array) -> None:
        keys = self.owners[slots] >> 2 * BITS << 16 | rows["year"]
        for ladder in self.ladders:
            ladder.seasons = {}
        different, counts = np.unique(keys, return_counts=True)
        for key, count in zip(different.tolist(), counts.tolist(), strict=True):
            self.ladders[key >> 16].seasons[str(key & 0xFFFF)] = count

    def meetings(self) -> Rows:
        """Return a row for each two who met in a club."""
        columns, parts = self.columns, self.columns.parts
        twos = self.seats * (self.seats - 1) // 2
        low, high, kind = (np.empty(int(twos.sum()), np.int64) for _ in range(3))
        call(
            fill_meetings,
            len(twos),
            columns.starts,
            self.who,
            parts["side"],
            parts["rank"],
            parts["outcome"],
            low,
            high,
            kind,
        )
        club = np.array([club for club, _family in columns.groups], np.int64)
        clubs, club = np.unique(club, return_inverse=True)
        club = np.repeat(club[columns.group], twos)
        keys, place = np.unique(club << 2 * BITS | low << BITS | high, return_inverse=True)
        size = len(MEETINGS)
        counts = np.bincount(place * size + kind, minlength=len(keys) * size).reshape(-1, size)
        counts[:, TOGETHER] += counts[:, TOGETHER_WON]
        return _rows(
            Meeting,
            game=[self.game.slug] * len(keys),
            club_id=clubs[keys >> 2 * BITS].tolist(),
            one_id=self.people[keys >> BITS & MASK].tolist(),
            other_id=self.people[keys & MASK].tolist(),
            **dict(zip(MEETINGS, counts.T.tolist(), strict=True)),
        )


def _rows(model: Any, **columns: Sequence[Any]) -> Rows:
    return Rows(model, tuple(columns), tuple(columns.values()))


def _pieces(rows: Array, sizes: Array, order: Array) -> list[bytes]:
    """Return rows as bytes, so many to a piece; the pieces in some order."""
    ends = sizes.cumsum() * rows.strides[0]
    begins = ends - sizes * rows.strides[0]
    data = rows.tobytes()
    return [data[a:b] for a, b in zip(begins[order].tolist(), ends[order].tolist(), strict=True)]
