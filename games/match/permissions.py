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
    """Return whether the caller has the table's own token, which was given out when the match
    started.

    The token ends with the right with which the match was started. In a club it counts as long as
    the account that started the match, or the caller, may start matches there. If a link gave the
    right, the token outlasts the end of the link, so that the last match of an evening can be
    finished. But it ends if the link is revoked.
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
    """Return whether the caller may see a match. Everybody may if its club is public, or if it has
    none.
    """
    if match.club is None or match.club.public:
        return True
    if caller.may("see_club", match.club) or holds_link(match, caller):
        return True
    if caller.holds((SEE,), MATCH, match.pk):
        return True
    return _scores_by_link(match, caller) or _sits_by_link(match, caller)


def can_see_club(match: Match, caller: Caller) -> bool:
    """Return whether the caller may see the match's club. A link to the match alone is not
    enough.
    """
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

    A link to score does not give this right, because revoking it would not revoke the links made
    with it.
    """
    return caller.is_site_owner or _at_own_table(match, caller) or _scores_club(match, caller)


def right_to_share(match: Match, caller: Caller) -> str:
    """Return the right in the match's club by which the caller makes links, or an empty string.

    A caller who has both a role and the table's token gets the role's right, so that the links end
    with the role. A caller who has only the token gets an empty string.
    """
    if match.club is None:
        return ""
    if _member_at_own_table(match, caller):
        return "score_own_table"
    return "score_any_table" if _scores_club(match, caller) else ""


def can_correct(match: Match, caller: Caller) -> bool:
    """Return whether the caller may correct lines: an officer always, the table until 24 hours
    after the end.
    """
    if match.status != Status.FINISHED:
        return can_score(match, caller)
    if caller.is_site_owner or caller.may("correct_finished", match.club):
        return True
    own = _at_own_table(match, caller) or _scores_by_link(match, caller)
    return is_recent(match) and own


def can_change_counted(match: Match, caller: Caller) -> bool:
    """Say whether the caller may change a match directly, even if it counts on the club's boards.

    Officers may, and phones that vouch. A correction by anyone else is proposed to the club. A
    match that is still running does not count yet, so its table may change it.
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
    """Say whether the caller may start a match that counts in `club` or is proposed to it.

    `club` is None for a match of no club.
    """
    return open_tables(caller) or (club is not None and vouches(club, caller))


def vouches(club: Club, caller: Caller) -> bool:
    """Say whether a match that the caller starts in a club counts there without anybody's
    acceptance.

    It does for a member's account, for a phone with a live table link, for a phone that the club
    trusts, and for every phone if the club lets all phones vouch.
    """
    return caller.may("start_match", club) or any_phone_vouches(club, caller)


def vouches_by_role(club: Club, caller: Caller) -> bool:
    """Say whether the caller's account has a member's rights in a club. A link alone is not
    enough.
    """
    return allows(caller.role_in(club), "start_match")


def can_accept(match: Match, club: Club, caller: Caller) -> bool:
    """Say whether the caller may let a match that is proposed to a club count there.

    Officers may. Members may too, unless the match was imported.
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
    """Return whether the caller has a link to score, and the match is recent enough to be
    corrected.

    If the table lets the phones of its seats record, the table's code is such a link too.
    """
    kinds = (SCORE_MATCH, TAKE_SEAT) if match.seats_record else (SCORE_MATCH,)
    return is_recent(match) and caller.holds(kinds, MATCH, match.pk)


def _sits_by_link(match: Match, caller: Caller) -> bool:
    """Return whether the caller has a link to sit. It stops working when a link to score does."""
    return is_recent(match) and caller.holds((TAKE_SEAT,), MATCH, match.pk)


def _scores_club(match: Match, caller: Caller) -> bool:
    return match.club is not None and caller.may("score_any_table", match.club)


def _at_own_table(match: Match, caller: Caller) -> bool:
    """Return whether the caller has the table's token, or is a member who started it or sits at
    it.
    """
    return holds_link(match, caller) or _member_at_own_table(match, caller)


def _member_at_own_table(match: Match, caller: Caller) -> bool:
    """Return whether the match is the caller's own by account.

    In no club, the account must have started the match. In a club, it must be a member's account
    that started the match or sits at it.
    """
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
