"""Webhooks: a message is stored with the write, and the jobs' worker sends it.

A delivery stays in the database until its receiver accepts it, or five retries have failed.
Deliveries are sent in parallel (`sending.py`), each within its deadline.
"""

import contextlib
import hashlib
import hmac
import http.client
import ipaddress
import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from datetime import timedelta
from functools import lru_cache, partial
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.db.models import Exists, OuterRef, Q, Subquery
from django.utils import timezone

from clubs.links import queries as links
from jobs.due import schedule
from jobs.registry import due_work
from tournaments.models import Delivery, Tournament, Webhook
from tournaments.notices.sending import Due, Send, Sender
from tournaments.state.tournament import TournamentState

# Seconds before each retry. After the last one a delivery is deleted.
RETRIES = (5, 30, 120, 600, 3600)
# How long a receiver may be silent (`PATIENCE`), and how long a send may take in all
# (`DEADLINE`): name look-up, connection and answer. In seconds.
PATIENCE = 5.0
DEADLINE = 10.0
# How many names are looked up at the same time. A look-up can't be stopped, and the system's own
# timeout is long.
LOOK_UPS = threading.BoundedSemaphore(256)
# How many due deliveries are read by one query. First attempts are read first.
MOST_READ = 1000
# How long a worker's claim on a delivery lasts. After that, another worker may claim it.
CLAIM = timedelta(minutes=1)
# The due work that sends deliveries.
SENDING = "tournaments.webhooks"
# Endings of host names that are never public addresses.
INSIDE = ("localhost", ".localhost", ".local", ".internal", ".lan", ".home.arpa")


class NotPublic(ValueError):
    """The address is not public. The server must not connect to such addresses for strangers."""


# --- Messages ----------------------------------------------------------------------------------


def announce(tournament: Tournament, before: TournamentState, after: TournamentState) -> None:
    """Store the messages about a write, in its transaction. The worker sends them after the
    commit.
    """
    happened = list(news(before, after))
    if not happened:
        return
    # A webhook gets no messages any more once its maker may not run the tournament.
    allowed = Q(link=None) | Q(link__in=links.live())
    hooks = list(Webhook.objects.filter(links.stands(), allowed, tournament=tournament))
    if not hooks:
        return
    schedule(SENDING)
    Delivery.objects.bulk_create(
        Delivery(
            tournament=tournament,
            club_id=tournament.club_id,
            webhook=hook,
            event=event["event"],
            body=body(tournament, event),
        )
        for hook in hooks
        for event in happened
    )


def body(tournament: Tournament, event: dict[str, Any]) -> str:
    """Return the JSON body of a message: the event, and the tournament's id and version."""
    return json.dumps({**event, "tournament": tournament.pk, "version": tournament.version})


def news(before: TournamentState, after: TournamentState) -> Iterator[dict[str, Any]]:
    """Yield the events of a write about which webhooks get messages.

    They are `round_published`, `tables_added` (to a published round), `result_confirmed` (also for
    a changed result) and `finished`.
    """
    known = {drawn.number: drawn for drawn in before.rounds}
    for drawn in after.rounds:
        old = known.get(drawn.number)
        if old is drawn or drawn.state == "draft":
            continue
        if old is None or old.state == "draft":
            yield {"event": "round_published", "round": drawn.number}
        was = {} if old is None else {seated.number: seated for seated in old.tables}
        fresh = (seated for seated in drawn.tables if seated.number not in was)
        added = [seated.number for seated in fresh if not seated.table.bye]
        if old is not None and old.state == "published" and added:
            yield {"event": "tables_added", "round": drawn.number, "tables": added}
        for seated in drawn.tables:
            then = was.get(seated.number)
            if seated.state != "confirmed" or seated.table.bye:
                continue
            if then and then.state == "confirmed" and then.reported == seated.reported:
                continue
            yield {
                "event": "result_confirmed",
                "round": drawn.number,
                "table": seated.number,
                "result": {
                    **(seated.reported.to_json() if seated.reported else {}),
                    "frozen": bool(seated.reported and seated.reported.frozen),
                },
            }
    if after.state == "finished" and before.state != "finished":
        yield {"event": "finished"}


# --- Allowed addresses ------------------------------------------------------------------------


def check_url(url: str) -> SplitResult:
    """Return the parts of an address. Raise `NotPublic` if it can't be a public address.

    A host name is resolved only when a message is sent, because the address of a name may
    change.
    """
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        raise NotPublic(url) from None
    if parts.scheme not in ("http", "https") or not host or parts.username is not None:
        raise NotPublic(url)
    if not url.isascii() or any(character <= " " for character in url):
        raise NotPublic(url)
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        bare = host.rstrip(".")
        if "." not in bare or bare.endswith(INSIDE) or bare.replace(".", "").isdigit():
            raise NotPublic(url) from None
        return parts
    if not is_public(address):
        raise NotPublic(url)
    return parts


# The special addresses in IANA's registries, IPv4 and IPv6. They include addresses that a relay
# could translate to an inner address (6to4, Teredo). NAT64 and IPv4 written as IPv6 are outside
# `GLOBAL_UNICAST`.
SPECIAL = [
    ipaddress.ip_network(network)
    for network in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
        *("172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24"),
        *("192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15"),
        *("198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        *("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3ffe::/16", "3fff::/20"),
    )
]
# The range from which all public IPv6 addresses are assigned.
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")


def is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Return whether an IP address is public."""
    if address.version == 6 and address not in GLOBAL_UNICAST:
        return False
    return not any(address in network for network in SPECIAL)


def left(until: float) -> float:
    """Return the seconds until a time of the monotonic clock. Raise `TimeoutError` if it has
    passed.
    """
    seconds = until - time.monotonic()
    if seconds <= 0:
        raise TimeoutError
    return seconds


def look_up(host: str, port: int, until: float) -> list[str]:
    """Return the IP addresses of a host.

    The system's look-up has no deadline. So it runs on a thread that is abandoned after the time
    `until`. Raise `TimeoutError` then, or `OSError` or `UnicodeError` if the look-up fails.
    """
    answer: Future[list[str]] = Future()

    def ask() -> None:
        try:
            entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answer.set_result([str(entry[4][0]) for entry in entries])
        except Exception as error:
            answer.set_exception(error)
        finally:
            LOOK_UPS.release()

    if not LOOK_UPS.acquire(timeout=left(until)):
        raise TimeoutError
    threading.Thread(target=ask, daemon=True).start()
    return answer.result(left(until))


def resolve(host: str, port: int, until: float) -> str:
    """Return an IP address of a host.

    Raise `NotPublic` if any of the host's addresses is not public, or `OSError` if the look-up
    fails.
    """
    addresses = look_up(host, port, until)
    if not all(is_public(ipaddress.ip_address(text.split("%")[0])) for text in addresses):
        raise NotPublic(host)
    return addresses[0]


# --- Sending -----------------------------------------------------------------------------------


def signature(secret: str, text: str) -> str:
    """Return the value of the header that proves who sent a body."""
    return "sha256=" + hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()


def post(delivery: Delivery) -> int:
    """Send a delivery, and return the HTTP status. Raise the same exceptions as `send_to`."""
    headers = {
        "Content-Type": "application/json",
        "X-Event": delivery.event,
        "X-Signature": signature(delivery.webhook.secret, delivery.body),
    }
    return send_to(delivery.webhook.url, delivery.body.encode(), headers)


def send_to(url: str, body: bytes, headers: dict[str, str]) -> int:
    """Post `body` to a host, and return the HTTP status. Redirects are not followed.

    One deadline covers the whole call. Raise `NotPublic` if the host's address is not public.
    Raise `OSError`, `http.client.HTTPException` or `UnicodeError` if the host can't be reached
    or does not answer properly.
    """
    parts = check_url(url)
    until = time.monotonic() + DEADLINE
    secure = parts.scheme == "https"
    host, port = parts.hostname or "", parts.port or (443 if secure else 80)
    address = resolve(host, port, until)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    with contextlib.ExitStack() as ending:
        # Connect to the address that was checked, not to the name, because its address may
        # change meanwhile.
        patience = min(PATIENCE, left(until))
        opened = ending.enter_context(socket.create_connection((address, port), patience))
        ending.enter_context(cut_after(opened, left(until)))
        if secure:
            opened = ending.enter_context(tls().wrap_socket(opened, server_hostname=host))
            made: http.client.HTTPConnection = http.client.HTTPSConnection(
                host, port, context=tls()
            )
        else:
            made = http.client.HTTPConnection(host, port)
        ending.callback(made.close)
        made.sock = opened
        made.request("POST", path, body, headers)
        # Only the status and the headers are read. Their size is limited.
        return made.getresponse().status


@lru_cache(1)
def tls() -> ssl.SSLContext:
    """Return the TLS context, which checks certificates with the system's authorities."""
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    return context


def status_of(post: Callable[[], int]) -> int:
    """Call `post`, and return the receiver's HTTP status, or 0 if the receiver could not be
    reached.
    """
    try:
        return post()
    except (NotPublic, OSError, http.client.HTTPException, UnicodeError):
        return 0


@contextlib.contextmanager
def cut_after(opened: socket.socket, seconds: float) -> Iterator[None]:
    """Close a connection that lasts longer than `seconds`. Raise `TimeoutError` then.

    The exception is raised even if the data received before looks like an answer. A plain socket
    timeout would not be enough, because it starts again with each byte.
    """
    # A second handle on the socket is needed, because TLS takes over the first one.
    handle = opened.dup()
    late = threading.Event()

    def cut() -> None:
        late.set()
        with contextlib.suppress(OSError):
            handle.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(seconds, cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    except (OSError, http.client.HTTPException) as error:
        # The error that a cut connection raises depends on the moment of the cut.
        if late.is_set():
            raise TimeoutError from error
        raise
    finally:
        timer.cancel()
        timer.join()
        handle.close()
    if late.is_set():
        raise TimeoutError


def due() -> list[Due]:
    """Return the deliveries that are due, first attempts before retries.

    First attempts reach a receiver in order. So a delivery waits while an earlier one to the
    same receiver has not been tried yet or is being sent.
    """
    _name_tournaments()
    earlier = Delivery.objects.filter(
        tournament=OuterRef("tournament"),
        webhook=OuterRef("webhook"),
        tries=0,
        pk__lt=OuterRef("pk"),
    )
    rows = Delivery.objects.filter(~Exists(earlier), due_at__lte=timezone.now())
    columns = ("pk", "tournament", "webhook__url", "tries", "due_at")
    return [
        Due(pk, tournament, url, tries > 0, at)
        for pk, tournament, url, tries, at in rows.order_by("tries", "due_at", "pk").values_list(
            *columns
        )[:MOST_READ]
    ]


def _name_tournaments() -> None:
    """Give deliveries of an older program, which serves beside this one during an upgrade, their
    tournament.
    """
    rows = Delivery.objects.filter(tournament=None)
    if rows.exists():
        hooks = Webhook.objects.filter(pk=OuterRef("webhook"))
        rows.update(
            tournament_id=Subquery(hooks.values("tournament")),
            club_id=Subquery(hooks.values("club")),
        )


def take(due: Due) -> Send | None:
    """Claim a delivery, so that no other worker sends it too.

    Return None if another worker has claimed it, or if it was deleted.
    """
    rows = Delivery.objects.filter(pk=due.pk, tournament=due.tournament)
    mine = rows.filter(due_at=due.at)
    until = timezone.now() + CLAIM
    if not mine.update(due_at=until):
        return None
    schedule(SENDING, until)
    delivery = rows.select_related("webhook").first()
    if delivery is None:
        return None
    return Send(partial(status_of, partial(post, delivery)), partial(end, delivery))


def end(delivery: Delivery, status: int) -> None:
    """Store the outcome of a delivery.

    It is deleted if it was accepted or this was the last retry. Otherwise it becomes due again
    later. The webhook notes that a message was given up, until it accepts another one.
    """
    rows = Delivery.objects.filter(pk=delivery.pk, tournament=delivery.tournament_id)
    hooks = Webhook.objects.filter(pk=delivery.webhook_id, tournament=delivery.tournament_id)
    if 200 <= status < 300:
        rows.delete()
        hooks.exclude(refused_at=None).update(refused_at=None)
        return
    if delivery.tries >= len(RETRIES):
        rows.delete()
        hooks.update(refused_at=timezone.now())
        return
    due_at = timezone.now() + timedelta(seconds=RETRIES[delivery.tries])
    rows.update(due_at=due_at, tries=delivery.tries + 1)
    schedule(SENDING, due_at)


sender = Sender(due, take)


@due_work(SENDING)
def send_due(stopping: Callable[[], bool]) -> None:
    """Send all due deliveries, and return when they are sent. A stopping worker begins no new
    send.
    """
    sender.send_due(stopping)
