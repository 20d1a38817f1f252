"""Webhooks: a message is stored with the write, and the jobs' worker sends it.

A delivery stays in the database until its receiver accepted it, or five retries have failed.
"""

import contextlib
import hashlib
import hmac
import http.client
import ipaddress
import json
import socket
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from clubs.links import queries as links
from jobs.registry import due_work
from tournaments.models import Delivery, Tournament, Webhook
from tournaments.state.tournament import TournamentState

# Seconds before each retry; after the last one a delivery is given up.
RETRIES = (5, 30, 120, 600, 3600)
# How long a receiver may be silent, and how long it may take in all, in seconds.
PATIENCE = 5
DEADLINE = 10.0
# How long a sending worker keeps the others off a delivery. After that, another one takes it.
CLAIM = timedelta(minutes=1)
# Endings that no public address has.
INSIDE = ("localhost", ".localhost", ".local", ".internal", ".lan", ".home.arpa")


class NotPublic(ValueError):
    """An address that is not public: this server does not connect to it for strangers."""


# --- Messages ----------------------------------------------------------------------------------


def announce(tournament: Tournament, before: TournamentState, after: TournamentState) -> None:
    """Store the messages of a write in its transaction; the worker sends them after the commit."""
    happened = list(news(before, after))
    if not happened:
        return
    # Whoever may no longer run the tournament hears of it no more.
    allowed = Q(link=None) | Q(link__in=links.live())
    hooks = list(Webhook.objects.filter(links.stands(), allowed, tournament=tournament))
    if not hooks:
        return
    Delivery.objects.bulk_create(
        Delivery(webhook=hook, event=one["event"], body=body(tournament, one))
        for hook in hooks
        for one in happened
    )


def body(tournament: Tournament, event: dict[str, Any]) -> str:
    """Return the message: the event, the tournament, its version."""
    return json.dumps({**event, "tournament": tournament.pk, "version": tournament.version})


def news(before: TournamentState, after: TournamentState) -> Iterator[dict[str, Any]]:
    """Yield the events that webhooks are sent: a round published, a result confirmed, the end."""
    known = {drawn.number: drawn for drawn in before.rounds}
    for drawn in after.rounds:
        old = known.get(drawn.number)
        if old is drawn or drawn.state == "draft":
            continue
        if old is None or old.state == "draft":
            yield {"event": "round_published", "round": drawn.number}
        was = {} if old is None else {one.number: one for one in old.tables}
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
    """Return the parts of an address that may be public. Raises `NotPublic`.

    Names are resolved at each sending: what they meant before proves nothing.
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


# The special addresses of IANA's registries, IPv4 and IPv6. Addresses that a relay would carry to
# an inner address (NAT64, 6to4, Teredo, IPv4 written as IPv6) are not public either.
SPECIAL = [
    ipaddress.ip_network(one)
    for one in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
        *("172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24"),
        *("192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15"),
        *("198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        *("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3ffe::/16", "3fff::/20"),
    )
]
# All IPv6 addresses that were ever assigned for public use.
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")


def is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Say whether an address is public."""
    if address.version == 6 and address not in GLOBAL_UNICAST:
        return False
    return not any(address in network for network in SPECIAL)


def resolve(host: str, port: int) -> str:
    """Return an address of a host, all of which must be public. Raises `NotPublic`, `OSError`."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(entry[4][0]) for entry in found]
    if not all(is_public(ipaddress.ip_address(one.split("%")[0])) for one in addresses):
        raise NotPublic(host)
    return addresses[0]


# --- Sending -----------------------------------------------------------------------------------


def signature(secret: str, text: str) -> str:
    """Return the header that proves who sent a body."""
    return "sha256=" + hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()


def post(delivery: Delivery) -> int:
    """Send a delivery; return the status. Raises what `send_to` does."""
    headers = {
        "Content-Type": "application/json",
        "X-Event": delivery.event,
        "X-Signature": signature(delivery.webhook.secret, delivery.body),
    }
    return send_to(delivery.webhook.url, delivery.body.encode(), headers)


def send_to(url: str, body: bytes, headers: dict[str, str]) -> int:
    """Post to a host's current address; return the status. Redirects are not followed.

    Raises `NotPublic`, `OSError`, `http.client.HTTPException`.
    """
    parts = check_url(url)
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    host = parts.hostname or ""
    address = resolve(host, port)
    made = (http.client.HTTPSConnection if secure else http.client.HTTPConnection)(
        host, port, timeout=PATIENCE
    )
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    with contextlib.ExitStack() as ending:
        ending.callback(made.close)

        def connect(_to: Any, *_args: Any) -> socket.socket:
            # Connect to the address that was checked: the name may change in between.
            opened = socket.create_connection((address, port), PATIENCE)
            ending.enter_context(cut_after(opened, DEADLINE))
            return opened

        made._create_connection = connect  # type: ignore[attr-defined]
        made.request("POST", path, body, headers)
        # Status and headers, which are bounded. The rest of the answer is not read.
        return made.getresponse().status


@contextlib.contextmanager
def cut_after(opened: socket.socket, seconds: float) -> Iterator[None]:
    """Close a connection that lasts too long: a plain timeout starts again with each byte.

    Raises `TimeoutError`, even if the data received before looks like an answer.
    """
    # A second handle on the socket: TLS takes over the first one.
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
        # What a cut connection says of itself depends on the moment.
        if late.is_set():
            raise TimeoutError from error
        raise
    finally:
        timer.cancel()
        timer.join()
        handle.close()
    if late.is_set():
        raise TimeoutError


def deliver(delivery: Delivery) -> None:
    """Send one delivery. It is over once it was accepted, or after the last retry."""
    try:
        taken = 200 <= post(delivery) < 300
    except (NotPublic, OSError, http.client.HTTPException, UnicodeError):
        taken = False
    if taken or delivery.tries >= len(RETRIES):
        delivery.delete()
        return
    delivery.due_at = timezone.now() + timedelta(seconds=RETRIES[delivery.tries])
    delivery.tries += 1
    delivery.save(update_fields=["due_at", "tries"])


def claim() -> Delivery | None:
    """Take the oldest delivery that is due, so that no other worker sends it too.

    First attempts reach a receiver in order: a delivery waits while an earlier one to the same
    receiver has not been tried yet, or is being sent by another worker.
    """
    now = timezone.now()
    earlier = Delivery.objects.filter(webhook=OuterRef("webhook"), tries=0, pk__lt=OuterRef("pk"))
    due = Delivery.objects.filter(~Exists(earlier), due_at__lte=now).select_related("webhook")
    for delivery in due.order_by("due_at", "id")[:10]:
        mine = Delivery.objects.filter(pk=delivery.pk, due_at=delivery.due_at)
        if mine.update(due_at=now + CLAIM):
            return delivery
    return None


@due_work("tournaments.webhooks")
def send_due(stopping: Callable[[], bool]) -> None:
    """Send all that is due, until the worker stops; the rest waits for its next start."""
    while not stopping() and (delivery := claim()) is not None:
        deliver(delivery)
