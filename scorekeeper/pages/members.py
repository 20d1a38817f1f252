"""Pages of a club's members, invitations and joining."""

from functools import partial
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import services
from clubs.callers import Caller
from clubs.club_names import called_in
from clubs.double_taps import one_tap, tap_of
from clubs.errors import NameTaken
from clubs.links import queries as links
from clubs.links.kinds import OPEN_TABLE
from clubs.links.showing import qr
from clubs.models import Club, Invitation, Membership, Player, Role
from clubs.permissions import club_rights, is_own, roles_given_by
from clubs.queries import find_club, find_player, members_of, open_invitations, people_named
from clubs.services.invitations import DEFAULT_DAYS
from clubs.wording import account_name, role_name
from core.addresses import shareable
from core.shapes import NameInput
from games.callers import page_caller
from scorekeeper.pages.people import (
    REFUSALS,
    club_for,
    page_of,
    people_page,
    sign_in_address,
    tell_look_alikes,
)


class InviteForm(forms.Form):
    """The form of an invitation: its role, its days, and the player for whom it is, if any."""

    role = forms.ChoiceField(label=gettext_lazy("Rôle"), initial=Role.MEMBER)
    days = forms.TypedChoiceField(
        label=gettext_lazy("Sert pendant"),
        choices=[
            ("1", gettext_lazy("un jour")),
            ("7", gettext_lazy("une semaine")),
            ("30", gettext_lazy("un mois")),
        ],
        coerce=int,
        initial=str(DEFAULT_DAYS),
    )
    player = forms.IntegerField(
        required=False, min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput
    )

    def __init__(self, roles: tuple[str, ...], data: Any = None) -> None:
        super().__init__(data)
        self.fields["role"].choices = role_choices(roles)  # type: ignore[attr-defined]


class JoinForm(forms.Form):
    """The form for the name of a person who joins, if no player is known for the account."""

    name = NameInput(
        label=gettext_lazy("Nom à la table"),
        required=False,
        help_text=gettext_lazy(
            "Le nom que les autres liront. Il peut rester vide si le club le connaît déjà : un"
            " responsable fait alors une invitation à ce nom."
        ),
    )


def role_choices(roles: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the roles, each with its name."""
    return [(role, role_name(role)) for role in roles]


@require_safe
@never_cache
@people_page
def members_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """List the members and open invitations of a club, and what an officer can do with them."""
    club, caller = club_for(request, slug, "manage_members")
    roles = roles_given_by(caller, club)
    page = page_of(request, members_of(club))
    invitations = open_invitations(club)
    called_in(club, people_named(page, invitations))
    context = {
        "club": club,
        "rights": club_rights(club, caller),
        "page": page,
        "members": [_member(member, roles, caller) for member in page],
        "invitations": [_invitation(row, roles) for row in invitations],
        "form": InviteForm(roles),
    }
    return render(request, "clubs/members.html", context)


def _member(member: Membership, roles: tuple[str, ...], caller: Caller) -> dict[str, Any]:
    return {
        "id": member.pk,
        "name": account_name(member.user),
        "player": getattr(member.user, "player", None),
        "role": member.role,
        "role_name": role_name(member.role),
        "roles": role_choices(roles) if member.role in roles else [],
        "own": is_own(member, caller),
        # If the site sends no letters, an officer may make a link that resets the password. The
        # page of that link checks the right.
        "rescue": member.user_id if not settings.MAIL or caller.is_site_owner else None,
    }


def _invitation(row: Invitation, roles: tuple[str, ...]) -> dict[str, Any]:
    return {
        "id": row.pk,
        "role_name": role_name(row.role),
        "player": row.player.called if row.player else "",
        "by": account_name(row.by),
        "expires_at": row.expires_at,
        "revocable": row.role in roles,
    }


@require_POST
@never_cache
@people_page
@one_tap
def member_page(request: HttpRequest, slug: str, member_id: int) -> HttpResponseBase:
    """Change the role of a member, or remove the member."""
    club, caller = club_for(request, slug, "manage_members")
    try:
        if "remove" in request.POST:
            services.remove_member(club=club, membership_id=member_id, caller=caller)
            messages.success(request, _("Cette personne n'est plus membre."))
            if links.live().filter(kind=OPEN_TABLE, club=club).exists():
                # Such a link gives rights to a phone and not to a person: the phone keeps it.
                sentence = _(
                    "Son téléphone a peut-être un lien de table du club, qui sert encore : en "
                    "faire un autre et retirer celui-là, sous « Liens »."
                )
                messages.success(request, sentence)
        else:
            role = request.POST.get("role", "")
            if role not in Role.values:
                return redirect("clubs:members", slug)
            services.set_role(club=club, membership_id=member_id, role=role, caller=caller)
            messages.success(request, _("Le rôle est changé."))
    except REFUSALS as refusal:
        messages.error(request, refusal.sentence)
    return redirect("clubs:members", slug)


@require_POST
@never_cache
@people_page
@one_tap
def leave(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Leave a club."""
    caller = page_caller(request)
    club = find_club(slug, caller)
    services.leave(club=club, caller=caller)
    messages.success(request, _("Le club est quitté."))
    return redirect("clubs:list")


@require_POST
@never_cache
@people_page
def invite(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Create an invitation. Its link and code are shown only now: only a digest is stored."""
    club, caller = club_for(request, slug, "manage_members")
    form = InviteForm(roles_given_by(caller, club), request.POST)
    if not form.is_valid():
        messages.error(request, _("Cette invitation ne se lit pas : la refaire."))
        return redirect("clubs:members", slug)
    values = form.cleaned_data
    player = find_player(values["player"], caller) if values["player"] else None
    make = partial(
        services.invite,
        club=club,
        caller=caller,
        role=values["role"],
        player=player,
        days=values["days"],
    )
    handed = services.invited_once(tap_of(request), lambda token: make(token=token))
    return render(request, "clubs/invitation.html", _handed(request, club, handed))


def _handed(request: HttpRequest, club: Club, handed: services.NewInvitation) -> dict[str, Any]:
    url = shareable(request, reverse("clubs:join", args=[handed.token]))
    return {
        "club": club,
        "invitation": handed.invitation,
        "role_name": role_name(handed.invitation.role),
        "url": url,
        "svg": qr(url),
    }


@require_POST
@never_cache
@people_page
def revoke(request: HttpRequest, slug: str, invitation_id: int) -> HttpResponseBase:
    """Revoke an invitation."""
    club, caller = club_for(request, slug, "manage_members")
    services.revoke(club=club, invitation_id=invitation_id, caller=caller)
    messages.success(request, _("L'invitation ne sert plus."))
    return redirect("clubs:members", slug)


def _accept(request: HttpRequest, token: str, caller: Caller, name: str) -> HttpResponseBase:
    done = services.accept(token=token, caller=caller, merge="merge" in request.POST, name=name)
    if done.left and done.player:
        sentence = _("Le nom %(name)s est déjà pris au club : un responsable peut réunir les deux.")
        messages.error(request, sentence % {"name": done.player.name})
    messages.success(request, _("Bienvenue au club."))
    if name and done.player:
        tell_look_alikes(request, done.membership.club, done.player.name, caller)
    return redirect("clubs:club", done.membership.club.slug)


def _on_list(taken: NameTaken) -> str:
    if taken.visible is None:
        return _(
            "Ce nom est déjà dans la liste du club : demander à un responsable une invitation à ce"
            " nom, ou ajouter une initiale."
        )
    sentence = _(
        "%(name)s est déjà dans la liste du club : demander à un responsable une invitation à ce"
        " nom, ou ajouter une initiale."
    )
    return sentence % {"name": taken.visible.name}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@people_page
@one_tap
def join(request: HttpRequest, token: str) -> HttpResponseBase:
    """Show what an invitation offers; accept it."""
    caller = page_caller(request)
    offer = services.open_invitation(token)
    own = Player.objects.filter(user=caller.account).first() if caller.account else None
    form = JoinForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and caller.account and form.is_valid():
        try:
            return _accept(request, token, caller, form.cleaned_data["name"])
        except NameTaken as taken:
            form.add_error("name", _on_list(taken))
    context = {
        "offer": offer,
        "role_name": role_name(offer.role),
        "own": own,
        "two": own is not None and offer.player is not None and own.pk != offer.player.pk,
        "form": form if own is None and offer.player is None else None,
        "sign_in": "" if caller.account else sign_in_address(request),
        "sign_up": f"{reverse('account_signup')}?{urlencode({'next': request.get_full_path()})}",
    }
    status = 400 if form.errors else 200
    return render(request, "clubs/join.html", context, status=status)
