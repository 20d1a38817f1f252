"""Rights in a tournament: who may see, run or score it, by role, by link, or by a table's token."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from django.db.models import Q, QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from clubs.callers import Caller
from clubs.links.kinds import RUN_TOURNAMENT, SEE
from clubs.links.models import CapabilityLink
from clubs.models import Club, Membership
from clubs.queries import is_visible, visible_clubs
from clubs.role_table import LEAST_ROLE, RANKS, allows
from games.models import Match
from tournaments.models import Tournament
from tournaments.state.tournament import Seated

TOKEN_LENGTH = 40
# The kind of subject of capability links that open a tournament.
SUBJECT = "tournament"


def holds_link(
    tournament: Tournament, caller: Caller, kind: Literal["run_tournament", "score_tournament"]
) -> bool:
    """Return whether the caller holds a valid link to the tournament that gives the right `kind`.

    A link to run a tournament also gives the right to score it.
    """
    allowing = (RUN_TOURNAMENT,) if kind == RUN_TOURNAMENT else (kind, RUN_TOURNAMENT)
    return caller.holds(allowing, SUBJECT, tournament.pk)


def running_link(tournament: Tournament, caller: Caller) -> CapabilityLink | None:
    """Return the valid link with which the caller runs the tournament; None if there is none."""
    about = (RUN_TOURNAMENT, SUBJECT, tournament.pk)
    links = (
        link for link in caller.links if (link.kind, link.subject_kind, link.subject_id) == about
    )
    return next(links, None)


def can_see(tournament: Tournament, caller: Caller) -> bool:
    """Return whether the caller may see the tournament.

    Everybody may see a public tournament of a public club, once it is no longer a draft.
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
    """Return whether the caller may run the tournament: draw, publish, correct, change its
    settings.
    """
    may = caller.may("run_tournaments", tournament.club)
    return may or holds_link(tournament, caller, "run_tournament")


def can_score(tournament: Tournament, caller: Caller) -> bool:
    """Return whether the caller may enter and confirm the results of all tables."""
    if can_run(tournament, caller) or caller.may("enter_results", tournament.club):
        return True
    return holds_link(tournament, caller, "score_tournament")


def visible(rows: QuerySet[Tournament], caller: Caller) -> QuerySet[Tournament]:
    """Return the given tournaments without those that the caller's role does not let them see.

    The rules are those of `can_see`, but links are ignored.
    """
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


def visible_of(club: Club, caller: Caller) -> QuerySet[Tournament]:
    """Return the tournaments of a club that the caller's role lets them see, as `visible` does.

    The role is asked for once a request, and then need not be part of each query.
    """
    rows, role = Tournament.objects.filter(club=club), caller.role_in(club)
    if allows(role, "enter_results"):
        return rows
    rows = rows.exclude(state=Tournament.State.DRAFT)
    if role == "visitor":
        return rows.filter(public=True) if is_visible(club, caller) else rows.none()
    return rows


# --- Tokens are computed from the tournament's salt and never stored
# -----------------------------


def _derived(tournament: Tournament, of: str) -> str:
    return _token(tournament.pk, tournament.salt, of)


def _token(tournament_id: str, salt: str, of: str) -> str:
    key = f"tournament:{tournament_id}:{of}"
    return salted_hmac(key, salt, algorithm="sha256").hexdigest()[:TOKEN_LENGTH]


def side_token(tournament: Tournament, round_: int, seated: Seated, side: int) -> str:
    """Return the token of a side at a table. It differs in each round.

    It also changes with the sides of the table, and when the link of an entrant of the side
    ends.
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
    """Return the number of the side to which a token belongs; None if it belongs to no side of the
    table.

    The token is that of the side. Unless `entrants` is False, the token of an entrant of the
    side is accepted too.
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

    The token opens the entrant's page, and lets the entrant report results at all their tables.
    The token of a link that has ended opens nothing.
    """
    return _derived(tournament, _entrant_of(number, _generation(tournament, number)))


def _generation(tournament: Tournament, number: int) -> int:
    """Return how many of an entrant's links have ended."""
    return int((tournament.generations or {}).get(str(number), 0))


def _entrant_of(number: int, generation: int) -> str:
    # The first link has no generation in its key. So cards that were printed before links could
    # end still work.
    return f"entrant:{number}:{generation}" if generation else f"entrant:{number}"


def entrants_by_token(tournament: Tournament) -> Mapping[str, int]:
    """Return the numbers of all entrants, including deleted ones, by the token of their present
    link.
    """
    ended = tuple(sorted((int(at), count) for at, count in (tournament.generations or {}).items()))
    return _entrants_by_token(tournament.pk, tournament.salt, tournament.last_number, ended)


# The tokens are cached, because every page needs them for a phone that holds an entrant's link.
# Computing the tokens of 2000 entrants takes 30 ms.
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
    """Return whether a token is the one of the entrant's present link."""
    return bool(token) and _same(str(token), entrant_token(tournament, number))


def place_token(tournament: Tournament, table: int) -> str:
    """Return the token on the permanent card of a physical table.

    The card opens the table with this number in the present round.
    """
    return _derived(tournament, f"place:{table}")


def is_place(tournament: Tournament, table: int, token: str | None) -> bool:
    """Return whether a token is that of a table's permanent card."""
    return bool(token) and _same(str(token), place_token(tournament, table))


def _same(token: str, other: str) -> bool:
    # Compared as bytes, because `compare_digest` refuses text that is not ASCII, and a header
    # may hold any text.
    return constant_time_compare(token.encode(), other.encode())


def may_read_match(match: Match, tournament: Tournament) -> bool:
    """Return whether a match may count as a result of the tournament.

    It must have been played at the tournament or belong to its club.
    """
    return match.event_id == tournament.pk or match.club_id == tournament.club_id
