"""Who may see and write a match: the role table, the seats, the table's own token, and links."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from clubs.callers import Caller
from clubs.links.kinds import SCORE_MATCH, SEE, TAKE_SEAT
from clubs.models import Club
from games.models import Match, Seat, Status

# The name of a match among the subjects of capability links.
MATCH = "match"
# How long after the end of a match its own table may still correct it.
CORRECTION_WINDOW = timedelta(hours=24)


def edit_token(match: Match) -> str:
    """Return the token that allows writing a match. It is derived, so it is not stored in clear."""
    return salted_hmac(f"match:{match.pk}", match.salt, algorithm="sha256").hexdigest()[:40]


def holds_link(match: Match, caller: Caller) -> bool:
    """Say whether the caller carries the table's own token, which its start gave out.

    The token ends with the right by which it was made. In a club it counts as long as the account
    that started the match, or the caller, may start matches there.
    """
    token = caller.token_for(match.pk)
    if token is None or not constant_time_compare(token, edit_token(match)):
        return False
    club = match.club
    if club is None or club.open_recording or match.starter is None:
        return True
    return caller.may("start_match", club) or Caller(user=match.starter).may("start_match", club)


def can_see(match: Match, caller: Caller) -> bool:
    """Say whether the caller may see a match. Anyone may, of a public club or of no club."""
    if match.club is None or match.club.public:
        return True
    if caller.may("see_club", match.club) or holds_link(match, caller):
        return True
    if caller.holds((SEE,), MATCH, match.pk):
        return True
    return _scores_by_link(match, caller) or _sits_by_link(match, caller)


def can_see_club(match: Match, caller: Caller) -> bool:
    """Say whether the caller may see the match's club, and not only this match by a link."""
    club = match.club
    return club is not None and (club.public or caller.may("see_club", club))


def can_score(match: Match, caller: Caller) -> bool:
    """Say whether the caller may write lines while the match runs."""
    return can_share(match, caller) or _scores_by_link(match, caller)


def can_sit(match: Match, caller: Caller) -> bool:
    """Say whether the caller may name an unnamed seat; never in a tournament, which names them."""
    return not match.event_id and (can_score(match, caller) or _sits_by_link(match, caller))


def can_share(match: Match, caller: Caller) -> bool:
    """Say whether the caller may make links to the match, and revoke them.

    A link to score does not give this right: links made with it could not be taken back any more.
    """
    return caller.is_site_owner or _at_own_table(match, caller) or _scores_club(match, caller)


def right_to_share(match: Match, caller: Caller) -> str:
    """Return the right in the match's club by which the caller makes links; else an empty text.

    A caller who has both a role and the table's token gets the role's right, so that the links end
    with the role. A caller who has only the token gets an empty text.
    """
    if match.club is None:
        return ""
    if _member_at_own_table(match, caller):
        return "score_own_table"
    return "score_any_table" if _scores_club(match, caller) else ""


def can_correct(match: Match, caller: Caller) -> bool:
    """Say whether the caller may correct: the table for 24 hours after the end, officers always."""
    if match.status != Status.FINISHED:
        return can_score(match, caller)
    if caller.is_site_owner or caller.may("correct_finished", match.club):
        return True
    own = _at_own_table(match, caller) or _scores_by_link(match, caller)
    return is_recent(match) and own


def can_stop_work(match: Match, caller: Caller) -> bool:
    """Say whether the caller may stop a job that analyses a finished match, for all readers.

    The match's own table may, even once it may no longer correct, and so may officers.
    """
    return can_correct(match, caller) or _at_own_table(match, caller)


def is_recent(match: Match) -> bool:
    """Say whether a match still runs or ended less than 24 hours ago."""
    return match.finished_at is None or timezone.now() - match.finished_at < CORRECTION_WINDOW


def can_start(club: Club | None, caller: Caller) -> bool:
    """Say whether the caller may start a match of `club` (None: of no club)."""
    if club is not None:
        return caller.may("start_match", club) or (club.open_recording and open_tables(caller))
    return open_tables(caller)


def can_seat_players_of(club: Club, caller: Caller) -> bool:
    """Say whether the caller may seat the players on a club's list."""
    return club.open_recording or caller.may("seat_players", club)


def can_see_list(club: Club, caller: Caller) -> bool:
    """Say whether names of a club's list may be suggested to the caller."""
    return club.public or caller.may("see_club", club)


def open_tables(caller: Caller) -> bool:
    """Say whether the caller needs no role to start a table."""
    return settings.OPEN_TABLES or caller.account is not None


def _scores_by_link(match: Match, caller: Caller) -> bool:
    """Whether the caller has a link to score, and the table may still correct.

    The table's code is one if the table lets the phones of its seats record.
    """
    kinds = (SCORE_MATCH, TAKE_SEAT) if match.seats_record else (SCORE_MATCH,)
    return is_recent(match) and caller.holds(kinds, MATCH, match.pk)


def _sits_by_link(match: Match, caller: Caller) -> bool:
    """Whether the caller has a link to sit, which ends when a link to score does."""
    return is_recent(match) and caller.holds((TAKE_SEAT,), MATCH, match.pk)


def _scores_club(match: Match, caller: Caller) -> bool:
    return match.club is not None and caller.may("score_any_table", match.club)


def _at_own_table(match: Match, caller: Caller) -> bool:
    """Whether the caller has the table's token, or is a member who started it or sits at it."""
    return holds_link(match, caller) or _member_at_own_table(match, caller)


def _member_at_own_table(match: Match, caller: Caller) -> bool:
    """Whether the caller's account started the match or sits at it, in a club as a member."""
    if caller.account is None:
        return False
    started = match.starter_id == caller.account.pk
    if match.club is None:
        return started
    if not caller.may("score_own_table", match.club):
        return False
    if started:
        return True
    known = caller.seated_at(match.pk)
    if known is not None:
        return known
    return Seat.objects.filter(match=match, player__user=caller.account).exists()
