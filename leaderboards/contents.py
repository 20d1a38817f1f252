"""The contents of all boards, in a form that can be compared.

Numbers that the database gives to rows are left out.
"""

from collections import Counter

from leaderboards.models import (
    EntryChunk,
    Ladder,
    Meeting,
    RatedMatch,
    SeasonStanding,
    Standing,
)
from leaderboards.rating.packing import unpack_entries, unpack_seasons

LADDER = ("ladder__club", "ladder__game", "ladder__family", "ladder__pairs")


def contents(game: str) -> dict[str, Counter[str]]:
    """Return the rows of a game's boards as texts, by the name of their table, with their counts.

    Entries of players are listed one by one, because it does not matter in which chunk they are.
    """
    of_ladder = {"ladder__game": game}
    rated = RatedMatch.objects.filter(game=game).values_list(*_columns(RatedMatch))
    matches = (repr([_plain(value) for value in row]) for row in rated)
    meetings = Meeting.objects.filter(game=game).values_list(*_columns(Meeting))
    standings = Standing.objects.filter(**of_ladder).values_list(
        "seasons",
        *LADDER,
        *(name for name in _columns(Standing) if name not in ("seasons", "years")),
    )
    seasons = SeasonStanding.objects.filter(**of_ladder).values_list(
        "counts", *LADDER, *(name for name in _columns(SeasonStanding) if name != "counts")
    )
    ladders = Ladder.objects.filter(game=game).exclude(seasons={})
    years = ladders.values_list("club", "family", "pairs", "seasons")
    chunks = EntryChunk.objects.filter(**of_ladder).values_list("data", "club", "player", *LADDER)
    return {
        "RatedMatch": Counter(matches),
        "Meeting": Counter(map(repr, meetings)),
        "Standing": Counter(repr((unpack_seasons(data), *row)) for data, *row in standings),
        "SeasonStanding": Counter(repr((unpack_seasons(data), *row)) for data, *row in seasons),
        "Ladder": Counter(map(repr, years)),
        "EntryChunk": Counter(
            repr((*row, entry)) for data, *row in chunks for entry in unpack_entries(data)
        ),
    }


def _columns(model: type[RatedMatch | Meeting | Standing | SeasonStanding]) -> list[str]:
    names = (field.attname for field in model._meta.concrete_fields)
    return [name for name in names if name not in ("id", "ladder_id")]


def _plain(value: object) -> object:
    return bytes(value) if isinstance(value, memoryview) else value
