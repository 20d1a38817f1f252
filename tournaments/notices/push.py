"""Web Push: tells a subscribed phone the number of its table, even while the page is closed.

A subscription belongs to an entrant. When a round is published, its message becomes due in the
same transaction. The jobs' worker sends the messages in parallel (`sending.py`). It uses
`send_to` of the webhooks, which refuses addresses of the inner network.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from core.errors import NotFound
from jobs.due import schedule
from jobs.registry import due_work
from tournaments import permissions, storage
from tournaments.models import Entrant, PushSubscription, Tournament
from tournaments.notices import push_messages, webhooks
from tournaments.notices.sending import Due, Send, Sender
from tournaments.state.open_rounds import is_open
from tournaments.state.tournament import TournamentState

# Seconds before each retry. After the last one the phone gets no message about this round.
RETRIES = (5, 30, 120)
# The most subscriptions of an entrant: enough for a phone and two tablets. A new subscription
# replaces the oldest one.
MOST_OF_ENTRANT = 3
# The due work that sends the messages.
SENDING = "tournaments.push"
# The HTTP statuses with which a push service reports that a subscription has ended.
GONE = (404, 410)


def offered() -> bool:
    """Return whether phones may subscribe. For this the site needs a public address, which its
    signatures contain.
    """
    return settings.PUBLIC_URL is not None


def known(tournament: Tournament, number: int) -> list[str]:
    """Return the SHA-256 digests of the addresses of an entrant's subscriptions, in hexadecimal.

    A phone recognises its own subscription by its digest.
    """
    rows = PushSubscription.objects.filter(tournament=tournament, entrant__number=number)
    return [hashlib.sha256(url.encode()).hexdigest() for url in rows.values_list("url", flat=True)]


def subscribe(
    tournament: Tournament, number: int, *, url: str, p256dh: str, auth: str, language: str
) -> None:
    """Store an entrant's subscription.

    Raise `NotPublic` if the address is not public or not HTTPS, `UnusableKey` if the keys can't
    be used, or `NotFound` if the entrant's link has ended.
    """
    if webhooks.check_url(url).scheme != "https":
        raise webhooks.NotPublic(url)
    push_messages.read_key(p256dh, auth)
    where = {"p256dh": p256dh, "auth": auth, "language": language}
    _store(tournament, number, url, where)


@transaction.atomic
def _store(tournament: Tournament, number: int, url: str, where: Mapping[str, str]) -> None:
    """Store a subscription. Raises `NotFound` if the entrant's link has ended meanwhile."""
    present = Tournament.objects.select_for_update().get(pk=tournament.pk)
    entrant = Entrant.objects.filter(tournament=present, number=number).first()
    token_of = permissions.entrant_token
    if entrant is None or token_of(present, number) != token_of(tournament, number):
        raise NotFound
    rows = PushSubscription.objects.filter(tournament=present, entrant=entrant)
    given = {"club_id": present.club_id, **where}
    rows.update_or_create(tournament=present, entrant=entrant, url=url, defaults=given)
    newest = rows.order_by("-pk").values_list("pk", flat=True)[:MOST_OF_ENTRANT]
    rows.exclude(pk__in=list(newest)).delete()


def unsubscribe(tournament: Tournament, number: int, url: str) -> None:
    """Delete a phone's subscription."""
    _of(tournament, [number]).filter(url=url).delete()


def announce(tournament: Tournament, before: TournamentState, after: TournamentState) -> None:
    """Make the messages due that follow from a write; delete all subscriptions when the tournament
    ends.

    A message is due for each entrant of a round that is published, or of a table that is added to
    one.
    """
    if after.state == "finished" and before.state != "finished":
        PushSubscription.objects.filter(tournament=tournament).delete()
        return
    _end(tournament, before, after)
    for happened in webhooks.news(before, after):
        if happened["event"] not in ("round_published", "tables_added"):
            continue
        drawn = after.round(happened["round"])
        # A ladder's new challenge adds a table to a round that is published already, and somebody
        # late adds theirs to all rounds at once.
        added = happened.get("tables")
        tables = [table for table in drawn.tables if added is None or table.number in added]
        seated = [entrant for table in tables for entrant in table.table.entrants]
        _make_due(tournament, drawn.number, seated)


def _end(tournament: Tournament, before: TournamentState, after: TournamentState) -> None:
    """Delete the subscriptions of entrants whose link has ended."""
    were = {entrant.number: entrant.generation for entrant in before.entrants}
    ended = [
        entrant.number
        for entrant in after.entrants
        if were.get(entrant.number, entrant.generation) != entrant.generation
    ]
    if ended:
        _of(tournament, ended).delete()


def _make_due(tournament: Tournament, number: int, entrants: Sequence[int]) -> None:
    if _of(tournament, entrants).update(round=number, due_at=timezone.now(), tries=0):
        schedule(SENDING)


def _of(tournament: Tournament, numbers: Sequence[int]) -> QuerySet[PushSubscription]:
    """Return the subscriptions of entrants, by their numbers."""
    entrants = Entrant.objects.filter(tournament=tournament, number__in=numbers)
    return PushSubscription.objects.filter(tournament=tournament, entrant__in=entrants)


def message(subscription: PushSubscription) -> bytes | None:
    """Return the message for the phone as JSON.

    Return None if the round is not open any more, or has no table for the entrant.
    """
    tournament = subscription.tournament
    folded = storage.load(tournament)
    number = subscription.entrant.number
    drawn = next((round_ for round_ in folded.rounds if round_.number == subscription.round), None)
    if drawn is None or drawn.state != "published":
        return None
    seated = next(
        (seated for seated in reversed(drawn.tables) if number in seated.table.entrants), None
    )
    if seated is None:
        return None
    tables = [seated for seated in drawn.tables if number in seated.table.entrants]
    with override(subscription.language):
        words = {"round": drawn.number, "table": seated.number}
        if is_open(folded, drawn):
            left = sum(seated.state != "confirmed" for seated in tables)
            text = ngettext(
                "%(count)s table à jouer.",
                "%(count)s tables à jouer, dans l'ordre qu'on veut.",
                left,
            ) % {"count": left}
        elif seated.table.bye:
            text = _("Ronde %(round)s : exempt.") % words
        else:
            text = _("Ronde %(round)s : table %(table)s.") % words
    path = reverse("tournaments:my-table", args=[tournament.pk, number])
    return json.dumps({"title": tournament.name, "body": text, "path": path}).encode()


def send(subscription: PushSubscription, text: bytes) -> int:
    """Send a message, and return the status of the push service.

    Raise the same exceptions as `webhooks.send_to`.
    """
    url = subscription.url
    sealed = push_messages.encrypted(text, subscription.p256dh, subscription.auth)
    return webhooks.send_to(url, sealed, push_messages.headers(url, str(settings.PUBLIC_URL)))


def due() -> list[Due]:
    """Return the subscriptions with a due message, first attempts before retries."""
    rows = PushSubscription.objects.filter(due_at__lte=timezone.now())
    columns = ("pk", "tournament", "url", "tries", "due_at")
    return [
        Due(pk, tournament, url, tries > 0, at)
        for pk, tournament, url, tries, at in rows.order_by("tries", "due_at", "pk").values_list(
            *columns
        )[: webhooks.MOST_READ]
    ]


def take(due: Due) -> Send | None:
    """Claim a message, so that no other worker sends it too.

    Return None if another worker has claimed it, or if it is no longer needed.
    """
    rows = PushSubscription.objects.filter(pk=due.pk, tournament=due.tournament)
    mine = rows.filter(due_at=due.at)
    until = timezone.now() + webhooks.CLAIM
    if not mine.update(due_at=until):
        return None
    schedule(SENDING, until)
    subscription = rows.select_related("tournament", "entrant").first()
    if subscription is None:
        return None
    text = message(subscription)
    if text is None:
        _of_same_round(subscription).update(due_at=None)
        return None
    post = partial(webhooks.status_of, partial(send, subscription, text))
    return Send(post, partial(end, subscription))


def end(subscription: PushSubscription, status: int) -> None:
    """Store the outcome of sending a message: done, or due again later.

    A subscription that has ended is deleted.
    """
    if status in GONE:
        subscription.delete()
        return
    rows = _of_same_round(subscription)
    if 200 <= status < 300 or subscription.tries >= len(RETRIES):
        rows.update(due_at=None)
    else:
        due_at = timezone.now() + timedelta(seconds=RETRIES[subscription.tries])
        rows.update(due_at=due_at, tries=subscription.tries + 1)
        schedule(SENDING, due_at)


def _of_same_round(subscription: PushSubscription) -> Any:
    """Return a queryset of the subscription.

    It is empty if a message for a newer round has become due meanwhile. That message must stay
    due.
    """
    return PushSubscription.objects.filter(
        pk=subscription.pk, tournament=subscription.tournament_id, round=subscription.round
    )


sender = Sender(due, take)


@due_work(SENDING)
def send_due(stopping: Callable[[], bool]) -> None:
    """Send all due messages, and return when they are sent. A stopping worker begins no new
    send.
    """
    sender.send_due(stopping)
