"""Which answers travel compressed, and which must not."""

import gzip

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from scorekeeper.server.compression import Compression
from tests.tournaments.evening import evening

BROWSER = {"Accept-Encoding": "gzip, deflate, br"}


def answered(kind, content, status=200, headers=BROWSER):
    request = RequestFactory().get("/", headers=headers)
    made = HttpResponse(content, content_type=kind, status=status)
    return Compression(lambda _request: made)(request)


@pytest.mark.parametrize(
    "kind",
    ["text/html; charset=utf-8", "application/json", "text/csv", "image/svg+xml", "text/plain"],
)
def test_a_text_is_compressed_for_who_accepts_it(kind):
    text = b"une brasse, " * 200
    answer = answered(kind, text)
    assert (answer["Content-Encoding"], answer["Vary"]) == ("gzip", "Accept-Encoding")
    assert gzip.decompress(answer.content) == text
    assert int(answer["Content-Length"]) == len(answer.content) < len(text)
    plain = answered(kind, text, headers={})
    assert (plain.content, plain["Vary"]) == (text, "Accept-Encoding")
    assert "Content-Encoding" not in plain


@pytest.mark.parametrize(
    ("kind", "size"),
    [("text/html", 1023), ("image/png", 5000), ("text/event-stream", 5000)],
)
def test_what_is_short_compressed_already_or_a_stream_is_left_alone(kind, size):
    answer = answered(kind, b"a" * size)
    assert answer.content == b"a" * size
    assert "Content-Encoding" not in answer


def test_two_answers_of_one_text_differ_in_length():
    lengths = {len(answered("text/html", b"secret " * 400).content) for _time in range(40)}
    assert len(lengths) > 1


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["", "log/", "standings/"])
def test_a_tag_that_was_compressed_still_answers_304(path):
    night = evening(*(f"Paire {at}" for at in range(16)))
    address = f"/api/v1/tournaments/{night.id}/{path}"
    first = night.client.get(address, headers=BROWSER)
    again = {**BROWSER, "If-None-Match": first["ETag"]}
    second = night.client.get(address, headers=again)
    assert (first.status_code, second.status_code, second.content) == (200, 304, b"")
    assert "Accept-Encoding" in second["Vary"]
