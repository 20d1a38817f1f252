"""Tests of what the server sends for phones without network: the service worker and its headers."""

import pytest
from django.urls import reverse

from tests import factories

pytestmark = pytest.mark.django_db


def test_the_worker_is_asked_for_anew_and_names_its_version():
    answer = factories.browser().get("/sw.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert "Clear-Site-Data" not in answer
    assert answer.content.decode().splitlines() == [
        'const VERSION = "0";',
        'const LOST = "/hors-reseau/";',
        'importScripts("/static/games/outbox.js", "/static/js/offline-worker.js");',
    ]


def test_switched_off_it_ends_itself_and_clears_what_a_broken_one_kept(settings):
    settings.OFFLINE = False
    answer = factories.browser().get("/sw.js")
    # `storage` is not cleared: it holds the lines that the phone has not sent yet.
    assert answer["Clear-Site-Data"] == '"cache"'
    assert "self.registration.unregister()" in answer.content.decode()
    home = factories.browser().get("/").content.decode()
    assert "data-worker" not in home


def test_the_page_for_what_is_not_stored_holds_nothing_of_anybody():
    account = factories.user("Anne Dubois")
    page = factories.browser(account).get(reverse("lost")).content.decode()
    assert "Anne" not in page
    assert "csrfmiddlewaretoken" not in page


def test_only_who_scores_a_match_is_told_to_store_it():
    match = factories.started()
    page = reverse("games:match", args=[match.pk])
    assert b"data-keeps" not in factories.browser().get(page).content
    phone = factories.browser()
    phone.get(reverse("games:join", args=[match.pk, factories.permissions.edit_token(match)]))
    assert f'data-keeps="{page} '.encode() in phone.get(page).content


def test_workers_and_scripts_come_from_this_site_only(settings):
    policy = factories.browser().get("/sw.js")["Content-Security-Policy"]
    assert policy == factories.browser().get("/")["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "worker-src 'self'" in policy
    assert "unsafe" not in policy
