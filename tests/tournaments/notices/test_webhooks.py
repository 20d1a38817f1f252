"""Tests of webhooks: they are signed, retried, and never sent to an address that is not public."""

import contextlib
import http.client
import ipaddress
import json
import socket
import ssl
import threading
import time
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from django.utils import timezone

from clubs.links import queries as links
from jobs.registry import due_works
from tests import factories
from tests.tournaments.evening import evening
from tournaments.models import Delivery, Webhook
from tournaments.notices import webhooks

pytestmark = pytest.mark.django_db
PUBLIC = "https://exemple.org/carnet"
OTHER = "https://exemple.net/carnet"


def going_on():
    """Return False: the worker has not been told to stop."""
    return False


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost/",
        "http://127.0.0.1:8000/",
        "http://10.0.0.7/",
        "http://192.168.1.1/",
        "http://169.254.169.254/latest/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://2130706433/",
        "http://[64:ff9b::a00:1]/",
        "http://[fec0::1]/",
        "http://[2002:a00:1::1]/",
        "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
        "http://imprimante.local/",
        "http://intranet/",
        "ftp://exemple.org/",
        "https://moi:secret@exemple.org/",
        "https://exemple.org:99999/",
        "http:///",
        "rien",
    ],
)
def test_an_address_that_is_not_public_is_refused(url):
    night = evening()
    body = {"url": url, "secret": "s"}
    assert night.refusal("post", "webhooks/", body) == (400, "url_not_allowed", "url")


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("9.9.9.9", True),
        ("2620:fe::fe", True),
        ("2a00:1450:4007:80c::200e", True),
        ("100.64.0.1", False),
        ("100.127.255.255", False),
        ("172.31.0.1", False),
        ("192.0.0.8", False),
        ("198.19.0.1", False),
        ("203.0.113.9", False),
        ("224.0.0.251", False),
        ("255.255.255.255", False),
        ("::", False),
        ("::ffff:9.9.9.9", False),
        ("::10.0.0.1", False),
        ("64:ff9b::909:909", False),
        ("64:ff9b:1::1", False),
        ("100::1", False),
        ("2001:db8::1", False),
        ("2001:2::1", False),
        ("2001:20::1", False),
        ("3fff::1", False),
        ("5f00::1", False),
        ("fc00::1", False),
        ("fd12::1", False),
        ("fe80::1", False),
        ("fec0::1", False),
        ("ff02::1", False),
    ],
)
def test_only_addresses_that_are_reached_from_anywhere_are_public(address, public):
    assert webhooks.is_public(ipaddress.ip_address(address)) is public


def test_a_receiver_that_drips_is_cut_off(monkeypatch):
    """The receiver never ends its answer, and its bytes come faster than any timeout between two
    bytes.
    """
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]

    def drip():
        line, _address = listening.accept()
        with contextlib.suppress(OSError):
            line.sendall(b"HTTP/1.1 200 OK\r\n")
            while True:
                line.sendall(b"X")
                time.sleep(0.01)

    receiver = threading.Thread(target=drip, daemon=True)
    receiver.start()
    monkeypatch.setattr(webhooks, "resolve", lambda host, port, until: "127.0.0.1")
    monkeypatch.setattr(webhooks, "DEADLINE", 0.2)
    hook = Webhook(url=f"http://exemple.org:{port}/", secret="s")
    with listening, pytest.raises(TimeoutError):
        webhooks.post(Delivery(webhook=hook, event="finished", body="{}"))
    receiver.join(5)
    assert not receiver.is_alive()


def test_a_name_that_nobody_resolves_is_given_up_at_the_deadline(monkeypatch):
    """After the deadline, the system's name look-up goes on, but nothing is sent when it ends."""
    resolved, ended, connected = threading.Event(), threading.Event(), []

    def look_up(*_args, **_more):
        resolved.wait(5)
        ended.set()
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("9.9.9.9", 80))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket, "create_connection", lambda *args: connected.append(args))
    monkeypatch.setattr(webhooks, "DEADLINE", 0.05)
    with pytest.raises(TimeoutError):
        webhooks.send_to("http://exemple.org/", b"", {})
    assert not ended.is_set()
    resolved.set()
    assert ended.wait(5)
    assert connected == []


def test_a_name_waits_for_its_turn_within_the_deadline_too(monkeypatch):
    """Look-ups are limited, and one that waits for a free place fails at the deadline.

    A place is free again once its look-up has ended.
    """
    monkeypatch.setattr(webhooks, "LOOK_UPS", threading.BoundedSemaphore(1))
    monkeypatch.setattr(webhooks, "DEADLINE", 0.05)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **more: [])
    with webhooks.LOOK_UPS, pytest.raises(TimeoutError):
        webhooks.send_to("http://exemple.org/", b"", {})
    assert webhooks.look_up("exemple.org", 80, time.monotonic() + 5) == []


def test_an_error_of_a_look_up_is_that_of_the_send(monkeypatch):
    def unknown(*_args, **_more):
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(socket.gaierror):
        webhooks.send_to("http://exemple.org/", b"", {})


@pytest.fixture
def secure_receiver(monkeypatch, tmp_path):
    """A TLS receiver for exemple.org on this machine: its port, the requests received, its
    certificate.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "exemple.org")])
    begins = datetime(2026, 1, 1, tzinfo=UTC)
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + timedelta(days=36_500))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("exemple.org")]), False)
        .sign(key, hashes.SHA256())
        .public_bytes(Encoding.PEM)
    )
    file = tmp_path / "exemple.pem"
    file.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + signed)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    listening, heard = socket.create_server(("127.0.0.1", 0)), []

    def receive():
        with contextlib.suppress(OSError):
            while True:
                line, _from = listening.accept()
                with (
                    contextlib.suppress(OSError),
                    context.wrap_socket(line, server_side=True) as on,
                ):
                    text = b""
                    while not text.endswith(b"{}") and (part := on.recv(4096)):
                        text += part
                    heard.extend([text.decode()] if text else [])
                    on.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")

    threading.Thread(target=receive, daemon=True).start()
    monkeypatch.setattr(webhooks, "resolve", lambda host, port, until: "127.0.0.1")
    with listening:
        yield listening.getsockname()[1], heard, signed.decode()
        with contextlib.suppress(OSError):
            listening.shutdown(socket.SHUT_RDWR)


def test_a_receiver_over_tls_is_who_its_certificate_says(secure_receiver, monkeypatch):
    port, heard, signed = secure_receiver
    trusting = ssl.create_default_context(cadata=signed)
    with pytest.raises(ssl.SSLCertVerificationError):
        webhooks.send_to(f"https://exemple.org:{port}/", b"{}", {})
    monkeypatch.setattr(webhooks, "tls", lambda: trusting)
    assert (
        webhooks.send_to(f"https://exemple.org:{port}/carnet?a=1", b"{}", {"X-Event": "e"}) == 204
    )
    with pytest.raises(ssl.SSLCertVerificationError):
        webhooks.send_to(f"https://exemple.net:{port}/", b"{}", {})
    (text,) = heard
    assert text.split("\r\n")[0] == "POST /carnet?a=1 HTTP/1.1"
    assert f"Host: exemple.org:{port}\r\n" in text


def test_a_webhook_is_added_listed_and_removed_and_its_secret_never_told():
    night = evening()
    added = night.do("post", "webhooks/", {"url": PUBLIC, "secret": "s"})
    assert night.do("get", "webhooks/") == [added] == [{"id": added["id"], "url": PUBLIC}]
    again = {"url": PUBLIC, "secret": "t"}
    assert night.refusal("post", "webhooks/", again)[1] == "webhook_taken"
    assert night.call("delete", "webhooks/", {"url": PUBLIC}).status_code == 204
    assert night.do("get", "webhooks/") == []
    assert night.call("delete", "webhooks/", {"url": PUBLIC}).status_code == 404


def test_a_webhook_ends_with_the_right_to_add_it():
    """A webhook gets no more messages once its adder has lost the role, or the link has been
    revoked.
    """
    account = factories.user()
    night = evening("A", "B", by=account)
    night.do("post", "webhooks/", {"url": PUBLIC, "secret": "s"})
    link = night.do("post", "links/", {"kind": "run_tournament"})
    carrier = factories.api(HTTP_X_MATCH_TOKEN=link["token"])
    night.do("post", "webhooks/", {"url": OTHER, "secret": "s"}, client=carrier)
    other = factories.api(factories.member(night.club, "officer"))

    def delivered_to(action):
        before = Delivery.objects.count()
        action()
        return [delivery.webhook.url for delivery in Delivery.objects.order_by("id")[before:]]

    first = night.do("post", "rounds/", {}, client=other)["number"]
    publish = f"rounds/{first}/publish/"
    assert delivered_to(lambda: night.do("post", publish, {}, client=other)) == [PUBLIC, OTHER]
    links.live().update(revoked_at=timezone.now())
    where = f"rounds/{first}/tables/1/result/"
    scores = {"scores": [500, 300]}
    assert delivered_to(lambda: night.do("post", where, scores, client=other)) == [PUBLIC]
    night.club.memberships.filter(user=account).delete()
    end = {"state": "finished"}
    assert delivered_to(lambda: night.do("patch", "", end, client=other)) == []


def test_a_name_that_means_a_private_address_is_refused_when_it_is_called(monkeypatch):
    addresses = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.1.2.3", 80))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: addresses)
    with pytest.raises(webhooks.NotPublic):
        webhooks.resolve("exemple.org", 80, time.monotonic() + 60)


def test_a_signature_is_the_hmac_of_the_body():
    # Computed by: printf '{}' | openssl dgst -sha256 -hmac clef
    expected = "sha256=c7a22510415f69197bdc929d0f279c905f1d9ae3713444e9f213ebf5ddf6a52f"
    assert webhooks.signature("clef", "{}") == expected


def test_the_round_the_result_and_the_end_are_told():
    night = evening("A", "B")
    night.do("post", "webhooks/", {"url": PUBLIC, "secret": "s"})
    night.play(night.draw())
    events = [delivery.event for delivery in Delivery.objects.order_by("id")]
    assert events == ["round_published", "result_confirmed", "finished"]


def test_tables_that_are_added_to_a_published_round_are_told():
    night = evening("A", "B", "C", format="round_robin", options={"open_rounds": True})
    night.do("post", "webhooks/", {"url": PUBLIC, "secret": "s"})
    night.draw()
    night.enter("D")
    night.do("post", "rounds/", {})
    first, added = Delivery.objects.order_by("id")
    assert (first.event, added.event) == ("round_published", "tables_added")
    body = json.loads(added.body)
    drawn = night.do("get", "rounds/1/")
    theirs = [table["number"] for table in drawn["tables"] if 4 in table["entrants"]]
    assert (body["round"], body["tables"]) == (1, theirs)


def test_five_retries_then_it_is_given_up(monkeypatch):
    tried = []

    def refuse(delivery):
        tried.append(delivery.tries)
        raise http.client.BadStatusLine("")

    monkeypatch.setattr(webhooks, "post", refuse)
    night = evening("A", "B")
    night.do("post", "webhooks/", {"url": PUBLIC, "secret": "s"})
    night.draw()
    for _try in range(8):
        Delivery.objects.update(due_at=timezone.now() - timedelta(seconds=1))
        webhooks.send_due(going_on)
    assert tried == [0, 1, 2, 3, 4, 5]
    assert Delivery.objects.count() == 0


def test_a_delivery_that_was_taken_is_over(monkeypatch):
    monkeypatch.setattr(webhooks, "post", lambda delivery: 204)
    night = evening("A", "B")
    night.do("post", "webhooks/", {"url": PUBLIC, "secret": "s"})
    night.draw()
    webhooks.send_due(going_on)
    assert Delivery.objects.count() == 0


@pytest.fixture
def waiting():
    """Two webhooks with two waiting deliveries each: a published round and a confirmed result."""
    night = evening("A", "B", "C", "D")
    for url in (PUBLIC, OTHER):
        night.do("post", "webhooks/", {"url": url, "secret": "s"})
    drawn = night.draw()
    night.do("post", f"rounds/{drawn['number']}/tables/1/result/", {"scores": [5, 3]})


def taken(due):
    """Take the due deliveries as a worker does; return (url, event) of those that could be
    taken.
    """
    rows = [delivery.pk for delivery in due if webhooks.take(delivery)]
    deliveries = Delivery.objects.filter(pk__in=rows).order_by("pk")
    return [(delivery.webhook.url, delivery.event) for delivery in deliveries]


def test_two_workers_send_nothing_twice_and_a_receiver_hears_in_order(waiting):
    """While a worker sends a receiver's first delivery, the second one waits, even for other
    workers.
    """
    firsts = [(PUBLIC, "round_published"), (OTHER, "round_published")]
    read = webhooks.due(), webhooks.due()
    assert [taken(due) for due in read] == [firsts, []]
    assert webhooks.due() == []
    Delivery.objects.filter(webhook__url=PUBLIC, event="round_published").delete()
    assert taken(webhooks.due()) == [(PUBLIC, "result_confirmed")]
    assert webhooks.due() == []


def test_first_tries_are_read_before_older_retries(waiting):
    retry = Delivery.objects.filter(webhook__url=PUBLIC, event="round_published")
    retry.update(tries=1, due_at=timezone.now() - timedelta(hours=1))
    read = [(delivery.url, delivery.retry) for delivery in webhooks.due()]
    assert read == [(OTHER, False), (PUBLIC, False), (PUBLIC, True)]


def test_a_delivery_that_failed_holds_up_nothing_that_came_after(waiting, monkeypatch):
    heard = []

    def answer(delivery):
        heard.append((delivery.webhook.url, delivery.event))
        return 500 if delivery.event == "round_published" else 204

    monkeypatch.setattr(webhooks, "post", answer)
    webhooks.send_due(going_on)
    assert sorted(heard) == sorted(
        (url, event) for url in (PUBLIC, OTHER) for event in ("round_published", "result_confirmed")
    )
    assert {(row.event, row.tries) for row in Delivery.objects.all()} == {("round_published", 1)}


def test_a_worker_that_stops_leaves_the_rest_and_what_one_died_at_is_sent_a_minute_later(
    waiting, monkeypatch
):
    monkeypatch.setattr(webhooks, "post", lambda delivery: 204)
    webhooks.send_due(lambda: True)
    assert Delivery.objects.count() == 4
    # A worker takes this delivery and dies.
    assert taken(webhooks.due()[:1]) == [(PUBLIC, "round_published")]
    webhooks.send_due(going_on)
    left = Delivery.objects.order_by("id")
    assert [(row.webhook.url, row.event) for row in left] == [
        (PUBLIC, "round_published"),
        (PUBLIC, "result_confirmed"),
    ]
    assert left[0].due_at - timezone.now() <= timedelta(minutes=1)
    Delivery.objects.update(due_at=timezone.now())
    webhooks.send_due(going_on)
    assert Delivery.objects.count() == 0


def test_a_receiver_that_does_not_answer_delays_no_other(waiting, monkeypatch):
    """The receiver that does not answer is first in the queue.

    It answers only after the other receiver has got both messages.
    """
    heard, heard_all = [], threading.Event()

    def answer(delivery):
        if delivery.webhook.url == PUBLIC:
            return 204 if heard_all.wait(5) else 500
        heard.append(delivery.event)
        if len(heard) == 2:
            heard_all.set()
        return 204

    monkeypatch.setattr(webhooks, "post", answer)
    webhooks.send_due(going_on)
    assert (heard, Delivery.objects.count()) == (["round_published", "result_confirmed"], 0)


def test_a_webhook_removed_while_it_is_sent_to_leaves_nothing(waiting, monkeypatch):
    monkeypatch.setattr(webhooks, "post", lambda delivery: 500)
    sends = [webhooks.take(row) for row in webhooks.due()]
    for hook in Webhook.objects.all():
        hook.delete()
    for send in sends:
        send.end(send.post())
    assert Delivery.objects.count() == 0


def test_what_an_older_program_stores_during_an_upgrade_is_sent_too(waiting, monkeypatch):
    monkeypatch.setattr(webhooks, "post", lambda delivery: 200)
    Delivery.objects.update(tournament=None, club=None)
    webhooks.send_due(going_on)
    webhooks.send_due(going_on)
    assert not Delivery.objects.exists()


def test_a_webhook_goes_with_what_an_older_program_has_stored_for_it(waiting):
    Delivery.objects.update(tournament=None, club=None)
    for hook in Webhook.objects.all():
        hook.delete()
    assert not Delivery.objects.exists()


def test_the_worker_sends_them():
    assert due_works()["tournaments.webhooks"] is webhooks.send_due
