"""What a process caches of a match always agrees with the database, whatever was written."""

import json
from random import Random

import pytest
from django.db import transaction
from django.utils import translation

from clubs.accounts.leaving import delete_account
from clubs.callers import Caller
from clubs.models import Player
from games import queries, services
from games.errors import Refused
from games.match import match_cache as memories
from games.match.match_cache import CachedMatch, MatchCache, RenderedLines, memory
from games.match.match_json import match_body, match_text
from games.registry import installed
from games.services import SeatAsked
from games.sheet import Fold, Scoresheet
from tests import factories
from tests.extents import some
from tests.factories import HAND

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nothing_kept():
    memory.clear()
    yield
    memory.clear()


def fresh(match):
    return queries.matches().get(pk=match.pk)


def cached_entry(match):
    match = fresh(match)
    return memory.look(match.pk, match.version)


def rendered(match):
    """Return the match as the API answers it: read from the answer's text, and as a body."""
    table = queries.plain_table(fresh(match))
    return json.loads(match_text(table)), json.loads(json.dumps(match_body(table)))


def told_without_memory(match, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(MatchCache, "look", lambda self, match_id, version: None)
        return rendered(match)


def next_line(match, random):
    loaded = queries.load(fresh(match))
    sheet = loaded.sheet()
    return None if sheet.result else loaded.game.demonstration.sample(loaded.rules, sheet, random)


def write_something(match, by, random):
    """Make one write: mostly a new line, sometimes a correction that changes nothing, an undo, or
    another name.
    """
    loaded = queries.load(fresh(match))
    count, act = len(loaded.entries), random.random()
    if count and act < 0.1:
        services.take_back(match_id=match.pk, number=None, by=by)
    elif count and act < 0.2:
        number = random.randint(1, count)
        data = {**loaded.entries[number - 1].data()}
        services.correct(match_id=match.pk, number=number, data=data, by=by)
    elif act < 0.3:
        services.patch(match_id=match.pk, changes={"sides": {0: f"Camp {count}"}}, by=by)
    elif (line := next_line(match, random)) is not None:
        services.record(match_id=match.pk, data=line, by=by)


@pytest.mark.parametrize("slug", some([game.slug for game in installed.games()], 5))
def test_what_is_kept_is_what_is_stored(slug, monkeypatch):
    match = factories.started(slug)
    by, random = factories.by_link(match), Random(7)
    for _ in range(25):
        write_something(match, by, random)
        text, body = rendered(match)
        assert cached_entry(match) is not None
        assert (text, body) == told_without_memory(match, monkeypatch)
        assert text == body


def test_a_write_that_is_rolled_back_leaves_nothing(monkeypatch):
    match = factories.started("dix")
    by = factories.by_link(match)
    services.record(match_id=match.pk, data=HAND, by=by)

    with transaction.atomic():
        services.record(match_id=match.pk, data=HAND, by=by)
        transaction.set_rollback(True)
    assert len(rendered(match)[0]["entries"]) == 1
    services.record(match_id=match.pk, data={**HAND, "taken": 70}, by=by)
    assert [side["score"] for side in rendered(match)[0]["sides"]] == [150, 50]
    assert rendered(match) == told_without_memory(match, monkeypatch)


def test_a_refused_line_leaves_the_match_as_it_was(monkeypatch):
    match = factories.started("dix")
    by = factories.by_link(match)
    services.record(match_id=match.pk, data=HAND, by=by)
    with pytest.raises(Refused):
        services.record(match_id=match.pk, data={**HAND, "bid": 71}, by=by)
    assert rendered(match) == told_without_memory(match, monkeypatch)
    services.record(match_id=match.pk, data=HAND, by=by)
    assert [side["score"] for side in rendered(match)[0]["sides"]] == [160, 40]


def test_a_line_written_by_another_process_is_seen():
    match = factories.started("dix")
    by = factories.by_link(match)
    services.record(match_id=match.pk, data=HAND, by=by)
    here = cached_entry(match)
    services.record(match_id=match.pk, data=HAND, by=by)
    memory.clear()
    memory.keep(match.pk, here)
    assert cached_entry(match) is None
    assert len(rendered(match)[0]["entries"]) == 2
    services.record(match_id=match.pk, data=HAND, by=by)
    assert [side["score"] for side in rendered(match)[0]["sides"]] == [240, 60]


def test_a_name_changed_elsewhere_is_told_at_once():
    club = factories.club(open_recording=True)
    anne = factories.player("Anne", club)
    seats = [SeatAsked(player=anne.pk), SeatAsked(name="Bruno")]
    match = factories.started("bataille", seats=seats, club=club)
    by = factories.by_link(match)
    services.record(match_id=match.pk, data={"winner": 0, "reason": "all_cards"}, by=by)
    assert "Anne" in match_text(queries.plain_table(fresh(match)))
    Player.objects.filter(pk=anne.pk).update(name="Hélène")
    text = match_text(queries.plain_table(fresh(match)))
    assert "Hélène" in text.partition('"entries"')[2]
    assert "Anne" not in text


def test_a_deleted_account_is_told_no_more():
    account = factories.user()
    by = services.Writing(Caller(user=account))
    match = factories.started("dix", by=by.caller)
    services.record(match_id=match.pk, data=HAND, by=by)
    assert rendered(match)[0]["entries"][0]["recorded_by"] == account.pk
    delete_account(user=account)
    assert rendered(match)[0]["entries"][0]["recorded_by"] is None


def test_each_language_is_told_in_its_own():
    match = factories.started("dix")
    services.record(match_id=match.pk, data=HAND, by=factories.by_link(match))
    with translation.override("fr"):
        french = rendered(match)
    with translation.override("en"):
        english = rendered(match)
    note = english[0]["entries"][0]["line"]["notes"][0]["text"]
    assert note != french[0]["entries"][0]["line"]["notes"][0]["text"]
    with translation.override("fr"):
        assert rendered(match) == french


class NoFold(Fold):
    def line(self, entry):
        raise NotImplementedError

    def sheet(self):
        raise NotImplementedError


def version(number, lines=1, sides=4):
    sheet = Scoresheet((), (0,) * sides, {}, None, None)
    return CachedMatch(number, (None,) * lines, sheet, NoFold(), RenderedLines())


def test_the_longest_untouched_is_forgotten_first(monkeypatch):
    monkeypatch.setattr(memories, "MOST_FIGURES", 40)
    small = MatchCache()
    small.keep("A", version(1, lines=5))
    small.keep("B", version(1, lines=5))
    assert small.look("A", 1)
    small.keep("C", version(1, lines=5))
    assert [bool(small.look(name, 1)) for name in "ABC"] == [True, False, True]


def test_a_line_of_many_seats_weighs_as_many_figures(monkeypatch):
    monkeypatch.setattr(memories, "MOST_FIGURES", 99)
    small = MatchCache()
    small.keep("A", version(1, lines=12, sides=2))  # 48: a line weighs as one of four seats
    small.keep("B", version(1, lines=1, sides=50))
    assert [bool(small.look(name, 1)) for name in "AB"] == [True, True]
    small.keep("B", version(2, lines=2, sides=50))
    assert [bool(small.look(name, at)) for name, at in (("A", 1), ("B", 2))] == [False, True]


def test_an_earlier_version_never_takes_the_place_of_a_later_one():
    small = MatchCache()
    small.keep("A", version(3))
    small.keep("A", version(2))
    assert small.look("A", 3)
    assert small.look("A", 2) is None


def test_a_version_is_not_kept_for_ever(monkeypatch):
    monkeypatch.setattr(memories, "SECONDS", -1)
    small = MatchCache()
    small.keep("A", version(1))
    assert small.look("A", 1) is None


def test_a_line_is_told_once():
    rendered_lines, indexes = RenderedLines(), []

    def tell(index):
        indexes.append(index)
        return f"ligne {index}"

    assert rendered_lines.lines("fr", range(2), tell) == ("ligne 0", "ligne 1")
    assert rendered_lines.lines("fr", range(1, 3), tell) == ("ligne 1", "ligne 2")
    assert rendered_lines.lines("fr", range(1), tell) == ("ligne 0",)
    assert indexes == [0, 1, 2]


def test_a_match_that_is_over_stays_folded_for_its_next_reader():
    running, over = factories.recorded(factories.started(), HAND), factories.finished()
    for match in (running, over):
        memory.clear()
        with transaction.atomic():
            queries.table_of(fresh(match), Caller())
        assert cached_entry(match) is None  # what is read there may never be committed
        first = queries.table_of(fresh(match), Caller())
        assert (cached_entry(match) is not None) == (match is over)
        assert queries.table_of(fresh(match), Caller()).sheet == first.sheet
