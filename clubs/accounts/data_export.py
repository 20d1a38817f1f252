"""All data that the site stores about an account, as one JSON object."""

import json
from datetime import datetime
from typing import Annotated, Any, TypedDict, cast

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from clubs.accounts.sessions import devices_of
from clubs.models import FirstAnswer, Player, Role, User
from clubs.signals import account_exported
from core.answers import Json, OneOf


class OwnMembership(TypedDict):
    """A role of the account in a club."""

    club: str
    role: Annotated[str, OneOf(Role.choices)]


class OwnPlayer(TypedDict):
    """The player of the account, under the person's own name."""

    id: int
    name: str
    shown: Annotated[str, OneOf(Player.Shown.choices)]


class AccountAnswer(TypedDict):
    """The caller's own account."""

    email: str | None
    joined_at: datetime
    site_owner: bool
    memberships: list[OwnMembership]
    player: OwnPlayer | None


class AccountExportAnswer(AccountAnswer):
    """All that is stored about an account. Layers above the clubs add their fields."""

    last_login: datetime | None
    emails: list[Json]
    sign_in: list[Json]
    api_tokens: list[Json]
    sessions: list[Json]
    first_answers: list[Json]
    player_clubs: list[Json]
    matches: list[Json]
    changes: list[Json]
    tournaments: list[Json]
    tournaments_organised: list[Json]
    tournament_log: list[Json]
    bulletins: list[Json]


def account_body(user: User) -> AccountAnswer:
    """Return an account as the API shows it to its holder."""
    player = Player.objects.filter(user=user).first()
    roles = user.memberships.select_related("club").order_by("club_id")
    return {
        "email": user.email or None,
        "joined_at": user.date_joined,
        "site_owner": user.is_superuser,
        "memberships": [{"club": role.club.slug, "role": role.role} for role in roles],
        "player": None
        if player is None
        else {"id": player.pk, "name": player.name, "shown": player.shown},
    }


def export_account(user: User) -> AccountExportAnswer:
    """Return everything stored about an account. Each layer above adds its own part."""
    body: dict[str, Any] = {
        **account_body(user),
        "last_login": user.last_login,
        "emails": list(
            EmailAddress.objects.filter(user=user).order_by("id").values("email", "verified")
        ),
        "sign_in": [
            {"kind": key.type, "name": str(key), "created_at": key.created_at}
            for key in Authenticator.objects.filter(user=user).order_by("id")
        ],
        "api_tokens": list(user.api_tokens.order_by("id").values("name", "created_at")),
        "sessions": [
            {"device": device.name, "since": device.since, "last_used": device.last_used}
            for device in devices_of(user)
        ],
        "first_answers": [
            {"client_id": row.client_id, "at": row.at, "answer": json.loads(row.body)}
            for row in FirstAnswer.objects.filter(account=user).order_by("id")
        ],
        "player_clubs": [
            {
                "club": entry.club.slug,
                "added_at": entry.added_at,
                # The club's own name for the person; empty if the club uses theirs.
                "name": entry.name,
                "shown": entry.shown,
            }
            for player in Player.objects.filter(user=user)
            for entry in player.club_players.select_related("club").order_by("club_id")
        ],
    }
    parts: list[Any] = account_exported.send(sender=User, user=user)
    for _receiver, part in parts:
        body |= part
    return cast("AccountExportAnswer", body)
