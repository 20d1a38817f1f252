"""Webhooks: signed, retried, and never sent to an address that is not public."""

import contextlib
import http.client
import ipaddress
import socket
import threading
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.links import queries as links
from jobs.registry import due_works
from tests import factories
from tests.tournaments.evening import evening
from tournaments import webhooks
from tournaments.models import Delivery, Webhook

pytestmark = pytest.mark.django_db
PUBLIC = "https://exemple.org/carnet"
OTHER = "https://exemple.net/carnet"


def going_on():
    """A worker that does not stop."""
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
    """Its bytes come faster than any timeout between two of them, and have no end."""
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]

    def drip():
        line, _who = listening.accept()
        with contextlib.suppress(OSError):
            line.sendall(b"HTTP/1.1 200 OK\r\n")
            while True:
                line.sendall(b"X")
                time.sleep(0.01)

    receiver = threading.Thread(target=drip, daemon=True)
    receiver.start()
    monkeypatch.setattr(webhooks, "resolve", lambda host, port: "127.0.0.1")
    monkeypatch.setattr(webhooks, "DEADLINE", 0.2)
    hook = Webhook(url=f"http://exemple.org:{port}/", secret="s")
    with listening, pytest.raises(TimeoutError):
        webhooks.post(Delivery(webhook=hook, event="finished", body="{}"))
    receiver.join(5)
    assert not receiver.is_alive()


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
    """A role that is taken away, a link that is taken back: neither hears of what comes after."""
    account = factories.user()
    night = evening("A", "B", by=account)
    night.do("post", "webhooks/", {"url": PUBLIC, "secret": "s"})
    link = night.do("post", "links/", {"kind": "run_tournament"})
    carrier = factories.api(HTTP_X_MATCH_TOKEN=link["token"])
    night.do("post", "webhooks/", {"url": OTHER, "secret": "s"}, client=carrier)
    other = factories.api(factories.member(night.club, "officer"))

    def told(action):
        before = Delivery.objects.count()
        action()
        return [one.webhook.url for one in Delivery.objects.order_by("id")[before:]]

    first = night.do("post", "rounds/", {}, client=other)["number"]
    publish = f"rounds/{first}/publish/"
    assert told(lambda: night.do("post", publish, {}, client=other)) == [PUBLIC, OTHER]
    links.live().update(revoked_at=timezone.now())
    where = f"rounds/{first}/tables/1/result/"
    scores = {"scores": [500, 300]}
    assert told(lambda: night.do("post", where, scores, client=other)) == [PUBLIC]
    night.club.memberships.filter(user=account).delete()
    end = {"state": "finished"}
    assert told(lambda: night.do("patch", "", end, client=other)) == []


def test_a_name_that_means_a_private_address_is_refused_when_it_is_called(monkeypatch):
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.1.2.3", 80))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: found)
    with pytest.raises(webhooks.NotPublic):
        webhooks.resolve("exemple.org", 80)


def test_a_signature_is_the_hmac_of_the_body():
    # printf '{}' | openssl dgst -sha256 -hmac clef
    expected = "sha256=c7a22510415f69197bdc929d0f279c905f1d9ae3713444e9f213ebf5ddf6a52f"
    assert webhooks.signature("clef", "{}") == expected


def test_the_round_the_result_and_the_end_are_told():
    night = evening("A", "B")
    night.do("post", "webhooks/", {"url": PUBLIC, "secret": "s"})
    night.play(night.draw())
    events = [one.event for one in Delivery.objects.order_by("id")]
    assert events == ["round_published", "result_confirmed", "finished"]


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
    """Two receivers, with two deliveries each: a round published, a result confirmed."""
    night = evening("A", "B", "C", "D")
    for url in (PUBLIC, OTHER):
        night.do("post", "webhooks/", {"url": url, "secret": "s"})
    drawn = night.draw()
    night.do("post", f"rounds/{drawn['number']}/tables/1/result/", {"scores": [5, 3]})


def claimed():
    delivery = webhooks.claim()
    return delivery and (delivery.webhook.url, delivery.event)


def test_two_workers_send_nothing_twice_and_a_receiver_hears_in_order(waiting):
    """A worker is at each receiver's first delivery: the second ones wait, however many ask."""
    assert [claimed() for _worker in range(3)] == [
        (PUBLIC, "round_published"),
        (OTHER, "round_published"),
        None,
    ]
    Delivery.objects.filter(webhook__url=PUBLIC, event="round_published").delete()
    assert [claimed(), claimed()] == [(PUBLIC, "result_confirmed"), None]


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
    assert {(one.event, one.tries) for one in Delivery.objects.all()} == {("round_published", 1)}


def test_a_worker_that_stops_leaves_the_rest_and_what_one_died_at_is_sent_a_minute_later(
    waiting, monkeypatch
):
    monkeypatch.setattr(webhooks, "post", lambda delivery: 204)
    webhooks.send_due(lambda: True)
    assert Delivery.objects.count() == 4
    assert claimed() == (PUBLIC, "round_published")  # by a worker that dies now
    webhooks.send_due(going_on)
    left = Delivery.objects.order_by("id")
    assert [(one.webhook.url, one.event) for one in left] == [
        (PUBLIC, "round_published"),
        (PUBLIC, "result_confirmed"),
    ]
    assert left[0].due_at - timezone.now() <= timedelta(minutes=1)
    Delivery.objects.update(due_at=timezone.now())
    webhooks.send_due(going_on)
    assert Delivery.objects.count() == 0


def test_the_worker_sends_them():
    assert due_works()["tournaments.webhooks"] is webhooks.send_due
