"""Deleting an account: every result stays, without a name."""

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from clubs.accounts.lockout import forget_attempts
from clubs.callers import Caller
from clubs.errors import AccountNeeded
from clubs.models import Club, Invitation, Membership, Player, Role, User
from clubs.services import erase
from clubs.signals import account_deleted


@transaction.atomic
def delete_account(*, user: User) -> None:
    """Delete an account with all its personal data, and remove the person's player.

    Raise `AccountNeeded` while a club or the site would be left without an owner.
    """
    check_may_leave(user)
    emails = [user.email, *EmailAddress.objects.filter(user=user).values_list("email", flat=True)]
    player = Player.objects.filter(user=user).first()
    account_deleted.send(sender=User, user=user)
    if player is not None:
        erase(player=player, caller=Caller(user=user))
    # End the invitations that the person made. Links that they made also end, because a link is
    # only valid while its maker has the right to it.
    Invitation.objects.filter(by=user, revoked_at=None).update(revoked_at=timezone.now())
    forget_attempts([email for email in emails if email])
    # Memberships, e-mails, keys, tokens, links and sessions are deleted with the account. Matches
    # stay.
    user.delete()


def check_may_leave(user: User) -> None:
    """Raise `AccountNeeded` unless the account may be deleted."""
    # The rows are locked. Otherwise two owners who leave at the same time would each count the
    # other one as staying.
    owners = Membership.objects.select_for_update().filter(role=Role.OWNER)
    owned = set(owners.filter(user=user).values_list("club_id", flat=True))
    with_other_owner = set(
        owners.filter(club__in=owned).exclude(user=user).values_list("club_id", flat=True)
    )
    left = Club.objects.filter(pk__in=owned - with_other_owner).order_by("id")
    if left:
        raise AccountNeeded("sole_owner", clubs=[club.name for club in left])
    others = User.objects.select_for_update().filter(is_superuser=True, is_active=True)
    if user.is_superuser and not [other for other in others if other.pk != user.pk]:
        raise AccountNeeded("last_site_owner")
