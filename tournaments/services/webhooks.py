"""Writes on the webhooks of a tournament, by those who run it."""

from django.db import transaction

from core.keyed import delete_rows
from games.errors import NotFound
from tournaments import permissions, queries
from tournaments.errors import Refused
from tournaments.models import Webhook
from tournaments.notices import webhooks
from tournaments.services.writing import Writing, demand


def add_webhook(*, tournament_id: str, url: str, secret: str, by: Writing) -> Webhook:
    """Add an address to which the tournament's events are sent.

    Raise `Refused` `url_not_allowed` if the address is not public, or `webhook_taken` if it is
    there already.
    """
    with transaction.atomic():
        tournament = queries.find(tournament_id, by.caller, lock=True)
        demand(tournament, by, "run")
        try:
            webhooks.check_url(url)
        except webhooks.NotPublic:
            raise Refused("url_not_allowed", "url") from None
        known = Webhook.objects.filter(tournament=tournament, url=url).first()
        if known is not None:
            raise Refused("webhook_taken", "url")
        by_role = by.caller.may("run_tournaments", tournament.club)
        return Webhook.objects.create(
            tournament=tournament,
            club_id=tournament.club_id,
            url=url,
            secret=secret,
            made_by=by.caller.account if by_role else None,
            right="run_tournaments" if by_role else "",
            link=None if by_role else permissions.running_link(tournament, by.caller),
        )


def remove_webhook(*, tournament_id: str, url: str, by: Writing) -> None:
    """Remove an address, and the messages that are still to be sent to it.

    Raise `NotFound` if the tournament does not have this address.
    """
    with transaction.atomic():
        tournament = queries.find(tournament_id, by.caller, lock=True)
        demand(tournament, by, "run")
        deleted, _rows = delete_rows(Webhook.objects.filter(url=url), tournament=tournament)
        if not deleted:
            raise NotFound
