"""Who may see and write a match: the role table, the seats, the table's own token, and links."""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from clubs.callers import Caller
from clubs.links.kinds import SCORE_MATCH, SEE, TAKE_SEAT
from clubs.models import CapabilityLink, Club
from clubs.permissions import any_phone_vouches, open_tables
from clubs.role_table import allows
from games.models import COUNTS, Match, Seat, Status

# The name of a match among the subjects of capability links.
MATCH = "match"
# How long after the end of a match its own table may still correct it.
CORRECTION_WINDOW = timedelta(hours=24)


def edit_token(match: Match) -> str:
    """Return the token with which a match may be written. It is computed, and never stored."""
    return salted_hmac(f"match:{match.pk}", match.salt, algorithm="sha256").hexdigest()[:40]


def holds_link(match: Match, caller: Caller) -> bool:
    """Return whether the caller has the table's own token, which starting the match gave out.

    The token ends with the right by which it was made. In a club it counts as long as the account
    that started the match, or the caller, may start matches there. If a link gave the right, the
    token outlasts the link's end, so that the evening's last match is played out, but ends if the
    link is revoked.
    """
    token = caller.token_for(match.pk)
    if token is None or not constant_time_compare(token, edit_token(match)):
        return False
    club = match.club
    if club is None or (match.starter is None and match.vouching_link_id is None):
        return True
    if vouches(club, caller):
        return True
    if match.starter is not None:
        return Caller(user=match.starter).may("start_match", club)
    revoked = Q(pk=match.vouching_link_id, revoked_at__isnull=False)
    return not CapabilityLink.objects.filter(revoked).exists()


def can_see(match: Match, caller: Caller) -> bool:
    """Return whether the caller may see a match. Anyone may, in a public club or in no club."""
    if match.club is None or match.club.public:
        return True
    if caller.may("see_club", match.club) or holds_link(match, caller):
        return True
    if caller.holds((SEE,), MATCH, match.pk):
        return True
    return _scores_by_link(match, caller) or _sits_by_link(match, caller)


def can_see_club(match: Match, caller: Caller) -> bool:
    """Return whether the caller may see the match's club too, and not only this match by a link."""
    club = match.club
    return club is not None and (club.public or caller.may("see_club", club))


def can_score(match: Match, caller: Caller) -> bool:
    """Say whether the caller may write lines while the match runs."""
    return can_share(match, caller) or _scores_by_link(match, caller)


def can_sit(match: Match, caller: Caller) -> bool:
    """Return whether the caller may name an unnamed seat; never in a match of a tournament."""
    return not match.event_id and (can_score(match, caller) or _sits_by_link(match, caller))


def can_share(match: Match, caller: Caller) -> bool:
    """Return whether the caller may make and revoke links to the match.

    A link to score does not give this right, because links made with it could not be revoked
    together with it.
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
    """Return whether the caller may correct: the table for 24 hours, an officer always."""
    if match.status != Status.FINISHED:
        return can_score(match, caller)
    if caller.is_site_owner or caller.may("correct_finished", match.club):
        return True
    own = _at_own_table(match, caller) or _scores_by_link(match, caller)
    return is_recent(match) and own


def can_change_counted(match: Match, caller: Caller) -> bool:
    """Say whether the caller may change a match that counts: a phone that vouches, or an officer.

    Anyone else's correction of a line is proposed to the club. While a match runs it counts
    nowhere yet, so its table may change it.
    """
    club = match.club
    if club is None or match.status != Status.FINISHED or match.counts != COUNTS:
        return True
    if caller.may("correct_finished", club) or caller.may("score_any_table", club):
        return True
    return vouches(club, caller) or any(
        link.kind == SCORE_MATCH and link.right and link.subject_id == match.pk
        for link in caller.links
    )


def can_stop_work(match: Match, caller: Caller) -> bool:
    """Return whether the caller may stop a job that analyses a finished match for all readers.

    The match's own table may, even when it may no longer correct, and so may officers.
    """
    return can_correct(match, caller) or _at_own_table(match, caller)


def is_recent(match: Match) -> bool:
    """Say whether a match still runs or ended less than 24 hours ago."""
    return match.finished_at is None or timezone.now() - match.finished_at < CORRECTION_WINDOW


def can_start(club: Club | None, caller: Caller) -> bool:
    """Say whether the caller may start a match that counts in `club`, or is proposed to it.

    None: of no club.
    """
    return open_tables(caller) or (club is not None and vouches(club, caller))


def vouches(club: Club, caller: Caller) -> bool:
    """Say whether what the caller starts in a club counts there, without anybody's acceptance.

    So it does for a member's account, for a phone with a live table link or that the club trusts,
    and for any phone where any vouches.
    """
    return caller.may("start_match", club) or any_phone_vouches(club, caller)


def vouches_by_role(club: Club, caller: Caller) -> bool:
    """Say whether the caller's account has a member's rights in a club, and not only a link."""
    return allows(caller.role_in(club), "start_match")


def can_accept(match: Match, club: Club, caller: Caller) -> bool:
    """Say whether the caller may let a match that is proposed to a club count there.

    Officers may, and a member on the match's own page; but an imported match only an officer.
    """
    if caller.may("accept_matches", club):
        return True
    return not match.imported and vouches_by_role(club, caller)


def can_seat_players_of(club: Club, caller: Caller) -> bool:
    """Say whether the caller may seat the players on a club's list."""
    return any_phone_vouches(club, caller) or caller.may("seat_players", club)


def can_see_list(club: Club, caller: Caller) -> bool:
    """Say whether names of a club's list may be suggested to the caller."""
    return club.public or caller.may("see_club", club)


def _scores_by_link(match: Match, caller: Caller) -> bool:
    """Whether the caller has a link to score, and the table may still correct.

    The table's code is one if the table lets the phones of its seats record.
    """
    kinds = (SCORE_MATCH, TAKE_SEAT) if match.seats_record else (SCORE_MATCH,)
    return is_recent(match) and caller.holds(kinds, MATCH, match.pk)


def _sits_by_link(match: Match, caller: Caller) -> bool:
    """Whether the caller has a link to sit. It ends when a link to score does."""
    return is_recent(match) and caller.holds((TAKE_SEAT,), MATCH, match.pk)


def _scores_club(match: Match, caller: Caller) -> bool:
    return match.club is not None and caller.may("score_any_table", match.club)


def _at_own_table(match: Match, caller: Caller) -> bool:
    """Whether the caller has the table's token, or is a member who started it or sits at it."""
    return holds_link(match, caller) or _member_at_own_table(match, caller)


def _member_at_own_table(match: Match, caller: Caller) -> bool:
    """Whether the caller's account started the match or sits at it; in a club, as a member."""
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
