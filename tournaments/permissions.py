"""Who may see, run and score a tournament: by role, by capability link, or by a table's token."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from django.db.models import Q, QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from clubs.callers import Caller
from clubs.links.kinds import RUN_TOURNAMENT, SEE
from clubs.links.models import CapabilityLink
from clubs.models import Membership
from clubs.queries import visible_clubs
from clubs.role_table import LEAST_ROLE, RANKS
from games.models import Match
from tournaments.models import Tournament
from tournaments.state.tournament import Seated

TOKEN_LENGTH = 40
# The name of a tournament among the subjects of capability links.
SUBJECT = "tournament"


def holds_link(
    tournament: Tournament, caller: Caller, kind: Literal["run_tournament", "score_tournament"]
) -> bool:
    """Return whether the caller holds a live link to the tournament that gives the right `kind`."""
    allowing = (RUN_TOURNAMENT,) if kind == RUN_TOURNAMENT else (kind, RUN_TOURNAMENT)
    return caller.holds(allowing, SUBJECT, tournament.pk)


def running_link(tournament: Tournament, caller: Caller) -> CapabilityLink | None:
    """Return the link with which the caller runs the tournament, if it is still valid."""
    about = (RUN_TOURNAMENT, SUBJECT, tournament.pk)
    links = (
        link for link in caller.links if (link.kind, link.subject_kind, link.subject_id) == about
    )
    return next(links, None)


def can_see(tournament: Tournament, caller: Caller) -> bool:
    """Return whether the caller may see the tournament.

    A public tournament of a public club is open to all once it is no longer a draft.
    """
    if can_score(tournament, caller):
        return True
    if tournament.state == Tournament.State.DRAFT:
        return False
    if tournament.public and tournament.club.public:
        return True
    by_link = caller.holds((SEE,), SUBJECT, tournament.pk)
    return by_link or caller.may("see_club", tournament.club)


def can_run(tournament: Tournament, caller: Caller) -> bool:
    """Return whether the caller may draw, publish, correct, and change what the tournament is."""
    may = caller.may("run_tournaments", tournament.club)
    return may or holds_link(tournament, caller, "run_tournament")


def can_score(tournament: Tournament, caller: Caller) -> bool:
    """Return whether the caller may enter and confirm the results of any table."""
    if can_run(tournament, caller) or caller.may("enter_results", tournament.club):
        return True
    return holds_link(tournament, caller, "score_tournament")


def visible(rows: QuerySet[Tournament], caller: Caller) -> QuerySet[Tournament]:
    """Filter rows to the tournaments that the caller may see by their role, as `can_see` does."""
    if caller.is_site_owner:
        return rows
    public = Q(public=True, club__in=visible_clubs(caller))
    draft = Q(state=Tournament.State.DRAFT)
    if caller.account is None:
        return rows.filter(public).exclude(draft)
    mine = Membership.objects.filter(user=caller.account)
    least = RANKS[LEAST_ROLE["enter_results"]]
    working = [role for role, rank in RANKS.items() if rank >= least]
    runs = Q(club__in=mine.filter(role__in=working).values("club"))
    return rows.filter((public | Q(club__in=mine.values("club"))) & ~draft | runs)


# --- Tokens: computed from the tournament's salt, never stored ------------------------------------


def _derived(tournament: Tournament, of: str) -> str:
    return _token(tournament.pk, tournament.salt, of)


def _token(tournament_id: str, salt: str, of: str) -> str:
    key = f"tournament:{tournament_id}:{of}"
    return salted_hmac(key, salt, algorithm="sha256").hexdigest()[:TOKEN_LENGTH]


def side_token(tournament: Tournament, round_: int, seated: Seated, side: int) -> str:
    """Return the token of a side at a table.

    It is another one in each round, and after each change of the side's people.
    """
    sides = "/".join("+".join(map(str, members)) for members in seated.table.sides)
    ended = [
        f"{entrant}.{generation}"
        for entrant in seated.table.sides[side]
        if (generation := _generation(tournament, entrant))
    ]
    of = f":of:{'+'.join(ended)}" if ended else ""
    return _derived(tournament, f"round:{round_}:sides:{sides}:side:{side}{of}")


def side_of(
    tournament: Tournament,
    round_: int,
    seated: Seated,
    token: str | None,
    *,
    entrants: bool = True,
) -> int | None:
    """Return the side of a table that a token belongs to, or None.

    The token may be that of the side or, unless `entrants` is false, that of an entrant of the
    side.
    """
    if not token:
        return None
    for side, members in enumerate(seated.table.sides):
        if _same(token, side_token(tournament, round_, seated, side)):
            return side
        if entrants and any(is_entrant(tournament, entrant, token) for entrant in members):
            return side
    return None


def entrant_token(tournament: Tournament, number: int) -> str:
    """Return the token of an entrant's present link.

    It opens the entrant's page, and lets them report at all their tables. Tokens of links that have
    ended belong to nobody.
    """
    return _derived(tournament, _entrant_of(number, _generation(tournament, number)))


def _generation(tournament: Tournament, number: int) -> int:
    """Return how many of an entrant's links have ended."""
    return int((tournament.generations or {}).get(str(number), 0))


def _entrant_of(number: int, generation: int) -> str:
    # Without a generation for the first link, so that cards printed before links could end still
    # work.
    return f"entrant:{number}:{generation}" if generation else f"entrant:{number}"


def entrants_by_token(tournament: Tournament) -> Mapping[str, int]:
    """Return the number of every entrant there ever was, by the token of the present link."""
    ended = tuple(sorted((int(at), count) for at, count in (tournament.generations or {}).items()))
    return _entrants_by_token(tournament.pk, tournament.salt, tournament.last_number, ended)


# Cached because every page of a phone that holds a card needs these tokens, and those of 2000
# entrants take 30 ms.
@lru_cache(16)
def _entrants_by_token(
    tournament_id: str, salt: str, last: int, ended: tuple[tuple[int, int], ...]
) -> Mapping[str, int]:
    generations = dict(ended)
    return {
        _token(tournament_id, salt, _entrant_of(number, generations.get(number, 0))): number
        for number in range(1, last + 1)
    }


def is_entrant(tournament: Tournament, number: int, token: str | None) -> bool:
    """Return whether a token belongs to the entrant."""
    return bool(token) and _same(str(token), entrant_token(tournament, number))


def place_token(tournament: Tournament, table: int) -> str:
    """Return the token of a table's permanent card, which opens the table of the present round."""
    return _derived(tournament, f"place:{table}")


def is_place(tournament: Tournament, table: int, token: str | None) -> bool:
    """Return whether a token is that of a table's permanent card."""
    return bool(token) and _same(str(token), place_token(tournament, table))


def _same(token: str, other: str) -> bool:
    # As bytes: `compare_digest` refuses text that is not ASCII, and a header may hold any text.
    return constant_time_compare(token.encode(), other.encode())


def may_read_match(match: Match, tournament: Tournament) -> bool:
    """Return whether a match can be a result of the tournament: of its club, or played at it."""
    return match.event_id == tournament.pk or match.club_id == tournament.club_id
