"""Converts between the rows of boards and the pure values of `leaderboards.rating`."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.db.models import Model, Q

from games.registry.rating import RatingConstants
from leaderboards.models import EntryChunk, Ladder, RatedMatch, SeasonStanding, Standing
from leaderboards.rating.matches import (
    Competitor,
    MatchMoment,
    PlayerPart,
    Skill,
    competitors,
    has_pairs,
    rated,
    rested_skill,
)
from leaderboards.rating.packing import (
    LadderSkills,
    pack_entries,
    pack_seasons,
    unpack_entries,
    unpack_parts,
    unpack_skills,
)
from leaderboards.rating.tallies import PlayedMatch, Season, of_year_alone

# The most entries of a chunk. A new match causes all entries of its chunk to be written again,
# so chunks are short.
CHUNK = 64
# The most rows that one query reads. Each row becomes an object in memory.
AT_ONCE = 200


@dataclass
class LoadedMatch:
    """A match with the skills after it, on each ladder where it counts."""

    row: RatedMatch
    place: MatchMoment
    parts: list[PlayerPart]
    skills: list[LadderSkills]
    moved: bool = False

    @classmethod
    def of(cls, row: RatedMatch) -> "LoadedMatch":
        """Return a match from its row; one that was not counted yet has no skills."""
        parts = unpack_parts(row.parts)
        skills = unpack_skills(row.skills, len(parts), pairs=has_pairs(parts))
        return cls(row, MatchMoment(row.at, row.match), parts, skills)

    def ladder_keys(self) -> list["LadderKey"]:
        """Return the keys of the ladders on which the match counts.

        Ladders over all clubs are included only if the match's club is confirmed.
        """
        keys = keys_of(self.row.club_id, self.row.family, pairs=has_pairs(self.parts))
        return [key for key in keys if key[0] is not None or self.row.over_all]

    def competitors_on(self, ladder: Ladder) -> list[Competitor]:
        """Return the competitors on a ladder, in the order of the sides."""
        return [competitor for competitor, _side in competitors(self.parts, pairs=ladder.pairs)]

    def after(self, ladder: Ladder, competitor: Competitor) -> Skill:
        """Return a competitor's skill after the match, on a ladder."""
        skill = self.skills[_kind(ladder)][self.competitors_on(ladder).index(competitor)]
        return Skill(*skill, self.row.day)

    def rate(
        self, ladder: Ladder, before: Iterable[Skill | None], constants: RatingConstants
    ) -> list[Skill]:
        """Compute, store and return the skills after the match on a ladder, from those before."""
        ready = [rested_skill(skill, self.row.day, constants) for skill in before]
        after = rated(self.parts, ready, constants, pairs=ladder.pairs)
        skills = [(skill.mu, skill.sigma) for skill in after]
        self.skills[_kind(ladder)] = skills
        if not self.row.over_all and ladder.club_id is not None:
            # The match does not count over all clubs. Its skills on the ladders over all clubs
            # are only a copy of those on its club's ladders.
            self.skills[_kind(ladder) + OVER_ALL] = skills
        self.moved = True
        return after


# The offset from the index of a club's ladder to the index of the same ladder over all clubs, in
# the order of `keys_of`.
OVER_ALL = 2


def _kind(ladder: Ladder) -> int:
    """Return the index of a ladder among those of a match, in the order of `keys_of`."""
    over_all = OVER_ALL if ladder.club_id is None else 0
    return ladder.pairs * 4 + over_all + (ladder.family != "")


def competitor_of(row: Standing | SeasonStanding) -> Competitor:
    """Return the competitor of a row."""
    return (row.player_id,) if row.partner_id is None else (row.player_id, row.partner_id)


# The columns of a row on a ladder: those of `owner_values`, then those of `standing_values`.
OWNER_COLUMNS = ("ladder_id", "club_id", "player_id", "partner_id")
STANDING_VALUES = ("at", "day", "mu", "sigma", "floor", "seasons")
STANDING_COLUMNS = (*OWNER_COLUMNS, *STANDING_VALUES)
# The columns of a row of a season: those of `owner_values`, then those of `season_values`.
SEASON_COLUMNS = (*OWNER_COLUMNS, "year", "mu_before", "mu", "sigma", "floor", "counts")


def owner_values(ladder: Ladder, competitor: Competitor) -> tuple[object, ...]:
    """Return the values of the `OWNER_COLUMNS`, which say whose row it is."""
    partner = competitor[1] if ladder.pairs else None
    return ladder.pk, ladder.club_id, competitor[0], partner


def standing_values(skill: Skill, seasons: Sequence[Season]) -> tuple[object, ...]:
    """Return the `STANDING_VALUES` of a competitor, who must have at least one season."""
    return (
        seasons[-1].at,
        skill.day,
        skill.mu,
        skill.sigma,
        skill.mu - skill.sigma,
        pack_seasons(seasons),
    )


def season_values(
    seasons: Sequence[Season], mu_before: float, ends: Sequence[Skill]
) -> Iterator[tuple[object, ...]]:
    """Yield the values of the rows of these consecutive seasons, after those of `owner_values`.

    `mu_before` is the skill before the first of them, `ends` has the one after each.
    """
    for season, end in zip(seasons, ends, strict=True):
        counts = pack_seasons([of_year_alone(season)])
        yield season.year, mu_before, end.mu, end.sigma, end.mu - end.sigma, counts
        mu_before = end.mu


CHUNK_COLUMNS = ("ladder_id", "club_id", "player_id", "first", "last", "data")


def chunk_values(ladder: Ladder, player: int, entries: Sequence[PlayedMatch]) -> tuple[object, ...]:
    """Return the values of a chunk of a player's entries, by `CHUNK_COLUMNS`."""
    first, last = entries[0].at, entries[-1].at
    return ladder.pk, ladder.club_id, player, first, last, pack_entries(entries)


def chunks_of(ladder: Ladder) -> Q:
    """Return the condition for chunks that count on a ladder: of its club and its family.

    Over all clubs these are the chunks of every confirmed club; without a family, of every family.
    """
    condition = Q(ladder__game=ladder.game)
    if ladder.club_id is None:
        condition &= Q(club__confirmed_at__isnull=False)
    else:
        condition &= Q(ladder__club=ladder.club_id)
    if ladder.family:
        condition &= Q(ladder__family=ladder.family)
    return condition


def entries_on(ladder: Ladder, competitor: Competitor, rows: Q | None = None) -> list[PlayedMatch]:
    """Return a competitor's entries on a ladder, oldest first. `rows`: only from these chunks."""
    chunks = EntryChunk.objects.filter(chunks_of(ladder), player=competitor[0])
    if rows is not None:
        chunks = chunks.filter(rows)
    entries = chain.from_iterable(map(unpack_entries, chunks.values_list("data", flat=True)))
    return sorted(own(competitor, entries), key=lambda entry: entry.place)


def own(competitor: Competitor, entries: Iterable[PlayedMatch]) -> Iterable[PlayedMatch]:
    """Return the entries of a player that count for a competitor: the player alone or a pair."""
    if len(competitor) == 1:
        return entries
    return (entry for entry in entries if entry.partner == competitor[1])


def skill_before(ladder: Ladder, competitor: Competitor, place: MatchMoment) -> Skill | None:
    """Return a competitor's skill on a ladder before a moment; None before their first match."""
    entries = entries_on(ladder, competitor, Q(first__lte=place.at))
    earlier = [entry for entry in entries if entry.place < place]
    if not earlier:
        return None
    match = RatedMatch.objects.get(pk=earlier[-1].match)
    return LoadedMatch.of(match).after(ladder, competitor)


# The key of a ladder of a game: its club (None for all), its family (empty for all), and whether
# it is of pairs.
LadderKey = tuple[int | None, str, bool]


def keys_of(club: int | None, family: str, *, pairs: bool) -> list[LadderKey]:
    """Return the keys of the ladders on which a club's matches of a family count.

    Ladders of players come first, then those of pairs.
    """
    return [
        (of, variant, kind)
        for kind in ((False, True) if pairs else (False,))
        for of in (club, None)
        for variant in ("", family)
    ]


def ladders_of(game: str, keys: Iterable[LadderKey]) -> dict[LadderKey, Ladder]:
    """Return a game's ladders by their keys. Missing ladders are created."""
    wanted = list(keys)
    clubs = {club for club, _family, _pairs in wanted}
    rows = Ladder.objects.filter(Q(club__in=clubs) | Q(club__isnull=True), game=game)
    known = {(row.club_id, row.family, row.pairs): row for row in rows}
    for club, family, pairs in wanted:
        if (club, family, pairs) not in known:
            known[club, family, pairs] = Ladder.objects.create(
                game=game, club_id=club, family=family, pairs=pairs
            )
    return known


def in_parts(values: Iterable[Any]) -> Iterator[list[Any]]:
    """Yield values in parts of the size that databases accept in a query."""
    wanted = list(values)
    for start in range(0, len(wanted), AT_ONCE):
        yield wanted[start : start + AT_ONCE]


def delete(model: type[Model], keys: Collection[Any]) -> None:
    """Delete rows by their keys. No other row may refer to them."""
    for part in in_parts(keys):
        model._default_manager.filter(pk__in=part).delete()
