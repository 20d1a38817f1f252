"""Between the rows of boards and the pure values that they are made of."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from django.db.models import Model, Q

from leaderboards.models import EntryChunk, Ladder, RatedMatch, Standing
from leaderboards.rated import Table
from leaderboards.rating.packing import (
    pack_seasons,
    unpack_entries,
)
from leaderboards.rating.tallies import (
    Competitor,
    Entry,
    Known,
    Place,
    Played,
    Season,
    has_pairs,
    of_all_time,
)
from leaderboards.years import years_of

# A stretch has no more entries: so much is written anew when somebody plays one more match.
CHUNK = 64
# So many rows are asked for in one query: all of them are wanted as objects.
AT_ONCE = 200
# So many matches of a curve, of which only a skill is kept.
CURVE_AT_ONCE = 10_000


def place_of(row: RatedMatch) -> Place:
    """Return a match's place in time."""
    return Place(row.at, row.match)


def columns(competitor: Competitor) -> dict[str, int | None]:
    """Return who competes, as rows name them."""
    return {
        "player_id": competitor[0],
        "partner_id": competitor[1] if len(competitor) > 1 else None,
    }


def competitor_of(row: Standing) -> Competitor:
    """Return who competes, off a row."""
    return (row.player_id,) if row.partner_id is None else (row.player_id, row.partner_id)


def standing_values(known: Known, seasons: Sequence[Season]) -> dict[str, Any]:
    """Return what somebody's row on a ladder says, of at least one season."""
    (mu, sigma), day = known
    last = seasons[-1]
    return {
        **of_all_time(seasons)._asdict(),
        "mu": mu,
        "sigma": sigma,
        "floor": mu - sigma,
        "streak": last.streak,
        "form": last.form,
        "at": last.at,
        "day": day,
        "years": years_of(season.year for season in seasons),
        "seasons": pack_seasons(seasons),
    }


def homes(of: Ladder) -> Q:
    """Return whose chunks a ladder is played by: those of its club or all, its family or all."""
    found = Q(ladder__game=of.game)
    if of.club_id is not None:
        found &= Q(ladder__club=of.club_id)
    if of.family:
        found &= Q(ladder__family=of.family)
    return found


def entries_on(of: Ladder, competitor: Competitor, rows: Q | None = None) -> list[Entry]:
    """Return what came of somebody's matches on a ladder, oldest first; of some chunks only."""
    found = EntryChunk.objects.filter(homes(of), player=competitor[0])
    if rows is not None:
        found = found.filter(rows)
    entries = chain.from_iterable(map(unpack_entries, found.values_list("data", flat=True)))
    return sorted(own(competitor, entries), key=lambda entry: entry.place)


def own(competitor: Competitor, entries: Iterable[Entry]) -> Iterable[Entry]:
    """Return those of a player's entries that are theirs, alone or as a pair."""
    if len(competitor) == 1:
        return entries
    return (entry for entry in entries if entry.partner == competitor[1])


def known_before(of: Ladder, competitor: Competitor, place: Place) -> Known | None:
    """Return somebody's skill on a ladder before a place in time."""
    rows = EntryChunk.objects.filter(homes(of), player=competitor[0], first__lte=place.at)
    found: Place | None = None
    for last, data in rows.order_by("-last").values_list("last", "data").iterator(4):
        # Stretches of other clubs may overlap: one that ended before cannot have a later match.
        if found is not None and last < found.at:
            break
        earlier = [one.place for one in own(competitor, unpack_entries(data)) if one.place < place]
        found = max([*earlier, *([found] if found else [])], default=None)
    if found is None:
        return None
    return Table.of(RatedMatch.objects.get(pk=found.match)).after(of, competitor)


# Of a club or over all, of a family or all, of pairs or players: what names a ladder of a game.
LadderKey = tuple[int | None, str, bool]


def ladder_keys(row: RatedMatch, played: Played) -> list[LadderKey]:
    """Return the ladders that a match counts on."""
    return keys_of(row.club_id, row.family, pairs=has_pairs(played))


def keys_of(club: int | None, family: str, *, pairs: bool) -> list[LadderKey]:
    """Return the ladders of a club's matches of a family: of players, then those of pairs."""
    return [
        (of, variant, kind)
        for kind in ((False, True) if pairs else (False,))
        for of in (club, None)
        for variant in ("", family)
    ]


def ladders_of(game: str, keys: Iterable[LadderKey]) -> dict[LadderKey, Ladder]:
    """Return a game's ladders by their keys, made where they are missing."""
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


def in_parts(values: Collection[Any]) -> Iterator[list[Any]]:
    """Yield values in as many parts as databases want them asked for."""
    wanted = list(values)
    for start in range(0, len(wanted), AT_ONCE):
        yield wanted[start : start + AT_ONCE]


def delete(model: type[Model], keys: Collection[Any]) -> None:
    """Delete rows by their keys, which nothing refers to."""
    for part in in_parts(keys):
        rows = model._default_manager.filter(pk__in=part)
        rows._raw_delete(rows.db)


def rated_match_rows(matches: Collection[str]) -> dict[str, RatedMatch]:
    """Return matches as boards count them, by their names."""
    rows: dict[str, RatedMatch] = {}
    for part in in_parts(matches):
        rows |= RatedMatch.objects.in_bulk(part)
    return rows
