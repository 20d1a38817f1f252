"""Webhooks: signed, retried, and never sent to an address that is not public."""

import http.client
import socket
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.evening import evening
from tournaments import hooks
from tournaments.models import Delivery

pytestmark = pytest.mark.django_db
PUBLIC = "https://exemple.org/carnet"


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


def test_a_webhook_is_added_listed_and_removed_and_its_secret_never_told():
    night = evening()
    added = night.do("post", "webhooks/", {"url": PUBLIC, "secret": "s"})
    assert night.do("get", "webhooks/") == [added] == [{"id": added["id"], "url": PUBLIC}]
    again = {"url": PUBLIC, "secret": "t"}
    assert night.refusal("post", "webhooks/", again)[1] == "webhook_taken"
    assert night.call("delete", "webhooks/", {"url": PUBLIC}).status_code == 204
    assert night.do("get", "webhooks/") == []
    assert night.call("delete", "webhooks/", {"url": PUBLIC}).status_code == 404


def test_a_name_that_means_a_private_address_is_refused_when_it_is_called(monkeypatch):
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.1.2.3", 80))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: found)
    with pytest.raises(hooks.NotPublic):
        hooks.resolve("exemple.org", 80)


def test_a_signature_is_the_hmac_of_the_body():
    # printf '{}' | openssl dgst -sha256 -hmac clef
    expected = "sha256=c7a22510415f69197bdc929d0f279c905f1d9ae3713444e9f213ebf5ddf6a52f"
    assert hooks.signature("clef", "{}") == expected


def test_the_round_the_result_and_the_end_are_told(monkeypatch):
    monkeypatch.setattr(hooks.sender, "wake", lambda: None)
    night = evening("A", "B")
    night.do("post", "webhooks/", {"url": PUBLIC, "secret": "s"})
    night.play(night.draw())
    events = [one.event for one in Delivery.objects.order_by("id")]
    assert events == ["round_published", "result_confirmed", "finished"]


def test_five_retries_then_it_is_given_up(monkeypatch):
    monkeypatch.setattr(hooks.sender, "wake", lambda: None)
    tried = []

    def refuse(delivery):
        tried.append(delivery.tries)
        raise http.client.BadStatusLine("")

    monkeypatch.setattr(hooks, "post", refuse)
    night = evening("A", "B")
    night.do("post", "webhooks/", {"url": PUBLIC, "secret": "s"})
    night.draw()
    for _try in range(8):
        Delivery.objects.update(due_at=timezone.now() - timedelta(seconds=1))
        hooks.sweep()
    assert tried == [0, 1, 2, 3, 4, 5]
    assert Delivery.objects.count() == 0


def test_a_delivery_that_was_taken_is_over(monkeypatch):
    monkeypatch.setattr(hooks.sender, "wake", lambda: None)
    monkeypatch.setattr(hooks, "post", lambda delivery: 204)
    night = evening("A", "B")
    night.do("post", "webhooks/", {"url": PUBLIC, "secret": "s"})
    night.draw()
    assert hooks.sweep() is None
    assert Delivery.objects.count() == 0
