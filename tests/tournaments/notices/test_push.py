"""Tests of Web Push.

A message is encrypted as in the example of the standard. It is sent only to those seated, and a
subscription that has ended is deleted.
"""

import base64
import hashlib
import json
import threading
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from django.utils import timezone

from tests import factories
from tests.tournaments.evening import evening
from tournaments.models import PushSubscription, Tournament
from tournaments.notices import push, push_messages, webhooks
from tournaments.notices.push_messages import to_bytes

# The keys and the message of the example in RFC 8291, appendix A.
THEIRS = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
OWN = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6T"
    "lzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4"
    "a-fN"
)
URL = "https://push.exemple.org/abc"


def test_a_message_is_sealed_as_the_standards_example():
    own = ec.derive_private_key(int.from_bytes(to_bytes(OWN), "big"), push_messages.CURVE)
    text = b"When I grow up, I want to be a watermelon"
    sealed = push_messages.encrypted(text, THEIRS, AUTH, own=own, salt=to_bytes(SALT))
    assert push_messages.to_text(sealed) == SEALED


def test_the_signature_names_the_service_and_is_the_sites():
    header = push_messages.authorization(URL, "https://club.exemple.org", now=1000)
    token, key = header.removeprefix("vapid t=").split(", k=")
    head, claims, mark = token.split(".")
    assert json.loads(base64.urlsafe_b64decode(claims + "==")) == {
        "aud": "https://push.exemple.org",
        "exp": 1000 + 12 * 3600,
        "sub": "https://club.exemple.org",
    }
    public = ec.EllipticCurvePublicKey.from_encoded_point(push_messages.CURVE, to_bytes(key))
    raw = to_bytes(mark)
    pair = encode_dss_signature(*(int.from_bytes(half, "big") for half in (raw[:32], raw[32:])))
    public.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert key == push_messages.public_key()


@pytest.mark.parametrize(("p256dh", "auth"), [("AAAA", AUTH), (THEIRS, "AAAA"), ("é", AUTH)])
def test_what_is_no_key_is_refused(p256dh, auth):
    with pytest.raises(push_messages.UnusableKey):
        push_messages.read_key(p256dh, auth)


@pytest.fixture
def phone(db, settings):
    """An evening of three pairs, and the browser of the first pair, which asked for notices."""
    settings.PUBLIC_URL = "https://club.exemple.org"
    night = evening("Anne & Bruno", "Chloé & Dan", "Eve & Fred")
    token = night.do("get", "entrants/")[0]["token"]
    own = factories.browser()
    own.get(f"/tournois/{night.id}/inscrits/1/{token}/")
    answer = own.post(f"/tournois/{night.id}/inscrits/1/prevenir/", subscription(URL))
    assert answer.status_code == 302
    return night, own


def subscription(url):
    return {"url": url, "p256dh": THEIRS, "auth": AUTH, "add": "1"}


@pytest.fixture
def sent(monkeypatch):
    """The messages sent, before encryption, and a list whose last status is the push service's
    answer.
    """
    out, answers = [], [201]

    def send(subscription, text):
        out.append((subscription.url, json.loads(text)))
        return answers[-1]

    monkeypatch.setattr(push, "send", send)
    return out, answers


def worker():
    push.send_due(lambda: False)


def test_a_phone_that_asked_is_told_of_its_table_once(phone, sent):
    night, _own = phone
    out, _answers = sent
    drawn = night.draw()
    worker()
    worker()
    at = next(table for table in drawn["tables"] if 1 in table["entrants"])
    sentence = "Ronde 1 : exempt." if at["bye"] else f"Ronde 1 : table {at['number']}."
    path = f"/tournois/{night.id}/inscrits/1/"
    ((url, message),) = out
    assert (url, message["title"], message["path"]) == (URL, "Tournoi du 10", path)
    assert message["body"].replace("\xa0", " ") == sentence
    night.play(drawn)
    night.draw()
    worker()
    assert [payload["body"][:7] for _url, payload in out] == ["Ronde 1", "Ronde 2"]


def test_a_phone_is_told_of_each_challenge_of_a_ladder(phone, sent):
    night, _own = phone
    night.do("patch", "", {"format": "ladder"})
    for seed in (1, 2):
        night.do("patch", f"entrants/{seed}/", {"seed": seed})
    for number in (1, 2):
        night.do("post", "ladder/", {"challenger": 2, "challenged": 1})
        worker()
        # The challenger loses, so that the list stays as it is and the same challenge can be made
        # again.
        result = f"rounds/1/tables/{number}/result/"
        night.do("post", result, {"scores": [300, 500]})
        worker()
    sentences = [payload["body"].replace("\xa0", " ") for _url, payload in sent[0]]
    assert sentences == ["Ronde 1 : table 1.", "Ronde 1 : table 2."]


def test_nobody_is_told_of_a_round_that_was_withdrawn(phone, sent):
    night, _own = phone
    night.draw()
    night.do("post", "rounds/1/withdraw/", {})
    worker()
    assert (sent[0], PushSubscription.objects.get().due_at) == ([], None)


@pytest.mark.parametrize(("status", "left", "due"), [(404, 0, 0), (410, 0, 0), (500, 1, 1)])
def test_a_subscription_that_is_gone_is_forgotten_and_others_tried_again(
    phone, sent, status, left, due
):
    sent[1].append(status)
    phone[0].draw()
    worker()
    rows = PushSubscription.objects.all()
    assert (rows.count(), rows.filter(due_at__isnull=False).count()) == (left, due)


def test_the_phone_knows_its_own_takes_it_back_and_the_end_forgets_all(phone):
    night, own = phone
    home = f"/tournois/{night.id}/inscrits/1/"
    digest = hashlib.sha256(URL.encode()).hexdigest()
    assert f'data-known="{digest}"' in own.get(home).content.decode()
    assert "data-push=" not in factories.browser().get(home).content.decode()
    own.post(f"{home}prevenir/", {"url": URL, "remove": "1"})
    assert not PushSubscription.objects.exists()
    for at in range(5):
        own.post(f"{home}prevenir/", subscription(f"{URL}{at}"))
    urls = PushSubscription.objects.values_list("url", flat=True)
    assert list(urls) == [f"{URL}{at}" for at in (2, 3, 4)]
    night.draw()
    night.do("patch", "", {"state": "finished"})
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("url", ["http://push.exemple.org/", "https://127.0.0.1/", "rien"])
def test_an_address_inside_or_in_the_clear_is_refused(phone, url):
    night, own = phone
    own.post(f"/tournois/{night.id}/inscrits/1/prevenir/", subscription(url))
    assert PushSubscription.objects.count() == 1


def test_false_entrants_whose_phones_never_answer_delay_nobody(db, settings, monkeypatch):
    """The fifteen slow addresses come first, and answer only after the honest phone has its
    notice.
    """
    settings.PUBLIC_URL = "https://club.exemple.org"
    night = evening(*(f"Faux {at}" for at in range(1, 6)), "Anne & Bruno")
    tournament = Tournament.objects.get(pk=night.id)
    tarpits = [(1 + at // 3, f"https://n{at}.exemple.net/") for at in range(15)]
    for number, url in [*tarpits, (6, URL)]:
        push.subscribe(tournament, number, url=url, p256dh=THEIRS, auth=AUTH, language="fr")
    delivered, ended = threading.Event(), []

    def send(subscription, text):
        if subscription.url == URL:
            delivered.set()
            return 201
        ended.append(delivered.wait(5))
        return 500

    monkeypatch.setattr(push, "send", send)
    night.draw()
    worker()
    assert ended == [True] * 15
    waiting = PushSubscription.objects.filter(due_at__isnull=False)
    assert sorted(waiting.values_list("url", "tries")) == sorted((url, 1) for _at, url in tarpits)


def test_first_notices_are_read_before_older_retries(phone):
    night, own = phone
    own.post(f"/tournois/{night.id}/inscrits/1/prevenir/", subscription(f"{URL}/later"))
    night.draw()
    rows = PushSubscription.objects.all()
    rows.filter(url=URL).update(tries=1, due_at=timezone.now() - timedelta(hours=1))
    read = [(notice.url, notice.tournament, notice.retry) for notice in push.due()]
    assert read == [(f"{URL}/later", night.id, False), (URL, night.id, True)]


def test_a_round_published_while_the_last_notice_is_under_way_stays_due(phone, sent):
    phone[0].draw()
    (due,) = push.due()
    send = push.take(due)
    assert (push.due(), push.take(due)) == ([], None)
    PushSubscription.objects.update(round=2, due_at=timezone.now(), tries=0)
    send.end(send.post())
    row = PushSubscription.objects.get()
    assert (row.round, row.tries, [notice.pk for notice in push.due()]) == (2, 0, [row.pk])


def test_it_goes_the_webhooks_way_out(phone, monkeypatch):
    seen = []

    def send_to(url, body, headers):
        seen.append((url, headers))
        return 201

    monkeypatch.setattr(webhooks, "send_to", send_to)
    phone[0].draw()
    worker()
    ((url, headers),) = seen
    assert (url, headers["Content-Encoding"]) == (URL, "aes128gcm")
    assert headers["Authorization"].startswith("vapid t=")


def test_a_site_without_a_public_address_offers_nothing(phone, settings):
    night, own = phone
    settings.PUBLIC_URL = None
    home = f"/tournois/{night.id}/inscrits/1/"
    assert "data-push=" not in own.get(home).content.decode()
    assert own.post(f"{home}prevenir/", subscription(URL)).status_code == 404
