"""Tests of parallel sends: a slow receiver delays nobody else, and first tries go before
retries.
"""

import logging
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from tournaments.notices import sending
from tournaments.notices.sending import Due, Send, Sender

EVENING = datetime(2026, 11, 25, 20, tzinfo=UTC)


class World:
    """Receivers, of which some never answer, and a clock that is moved by hand."""

    def __init__(self):
        self.now, self.rows, self.begun, self.ended = 0.0, [], [], []
        self.slow, self.under_way, self.numbers = set(), [], count(1)
        self.sender = Sender(lambda: list(self.rows), self.take, lambda: self.now)

    def add(self, url, tournament="A", *, slow=False, retry=False, minutes=0):
        due = Due(next(self.numbers), tournament, url, retry, self.at(minutes))
        self.rows.append(due)
        if slow:
            self.slow.add(url)

    @staticmethod
    def at(minutes):
        return EVENING + timedelta(minutes=minutes)

    def take(self, due):
        self.rows.remove(due)
        self.begun.append((self.now, due.url))
        self.current = due.url
        return Send(
            lambda: 0 if due.url in self.slow else 201, lambda status: self.end(due, status)
        )

    def end(self, due, status):
        self.ended.append((self.now, due.url, status))

    def beside(self, work):
        """Do the work immediately if the receiver is quick; if it is slow, end it ten seconds
        later.
        """
        if self.current in self.slow:
            self.under_way.append((self.now + 10, work))
        else:
            work()

    def pass_by(self, seconds, step=0.5):
        """Let that many seconds pass, while the worker works at each step."""
        for _step in range(int(seconds / step)):
            self.sender.begin()
            late = [work for end, work in self.under_way if end <= self.now]
            self.under_way = [(end, work) for end, work in self.under_way if end > self.now]
            for work in late:
                work()
            self.sender.end(0)
            self.now += step

    def order(self):
        """Return the URLs without their scheme, in the order in which the sends began."""
        return [url.removeprefix("https://") for _at, url in self.begun]


@pytest.fixture
def world(monkeypatch):
    world = World()
    monkeypatch.setattr(sending, "beside", world.beside)
    return world


def test_a_tarpit_of_twenty_entrants_delays_nobody_by_more_than_ten_seconds(monkeypatch):
    """Twenty false entrants have three addresses each that never answer and were not known before.

    All of these come before the honest phones, each of which takes half a second here.
    """

    def notices(tarpits):
        world = World()
        monkeypatch.setattr(sending, "beside", world.beside)
        for number in range(tarpits):
            world.add(f"https://n{number}.exemple.net", slow=True)
        for number in range(200):
            world.add(f"https://push.exemple.org/{number}")
        world.pass_by(15)
        honest = [at for at, _url, status in world.ended if status == 201]
        return honest, [at for at, url in world.begun if "exemple.net" in url]

    (alone, _none), (beside, slow) = notices(0), notices(60)
    assert (len(alone), len(beside)) == (200, 200)
    assert max(late - early for early, late in zip(alone, beside, strict=True)) == 4.0
    # Sixteen slow sends begin in each second, so the last of them begin after three seconds.
    assert slow == [*[0.0] * 16, *[1.0] * 16, *[2.0] * 16, *[3.0] * 12]


def test_known_tarpits_come_after_whoever_is_quick(world):
    for number in range(20):
        world.add(f"https://n{number}.exemple.net", slow=True)
    world.pass_by(12)
    world.begun.clear()
    for number in range(20):
        world.add(f"https://n{number}.exemple.net", slow=True)
    world.add("https://push.exemple.org", minutes=1)
    world.pass_by(0.5)
    assert world.order()[0] == "push.exemple.org"


def test_a_tournament_over_its_budget_comes_after_the_others(world):
    for number in range(40):
        world.add(f"https://n{number}.exemple.net", slow=True)
    world.pass_by(1.5)
    # Sixteen sends begin at second 0 and sixteen at second 1.
    assert len(world.begun) == 32
    world.add("https://push.exemple.org", "B", minutes=5)
    world.pass_by(1)
    assert world.order()[32] == "push.exemple.org"


def test_a_slow_host_delays_itself_alone(world):
    for number in range(16):
        world.add(f"https://slow.exemple.org/{number}", "A", slow=True)
    world.pass_by(2)
    for number in range(16):
        world.add(f"https://slow.exemple.org/again/{number}", "B", slow=True)
    world.add("https://push.exemple.org", "B", minutes=5)
    world.pass_by(1)
    assert world.order()[16] == "push.exemple.org"


def test_what_was_lost_is_forgotten_after_an_hour(world):
    world.add("https://slow.exemple.org", slow=True)
    world.pass_by(12)
    world.now += sending.FORGOTTEN_AFTER
    world.add("https://slow.exemple.org")
    world.add("https://push.exemple.org", minutes=1)
    world.pass_by(0.5)
    assert world.order()[1:] == ["slow.exemple.org", "push.exemple.org"]


def test_first_tries_go_before_older_retries(world):
    world.add("https://a.exemple.org", retry=True, minutes=-60)
    world.add("https://b.exemple.org")
    world.add("https://c.exemple.org", minutes=-1)
    world.pass_by(0.5)
    assert world.order() == ["c.exemple.org", "b.exemple.org", "a.exemple.org"]


def test_a_row_due_anew_waits_for_its_message_under_way(world):
    world.add("https://slow.exemple.org", slow=True)
    row = world.rows[0]
    world.pass_by(1)
    world.rows.append(row)
    world.pass_by(5)
    assert len(world.begun) == 1
    world.pass_by(6)
    assert [at for at, _url in world.begun] == [0.0, 10.5]


def test_what_is_not_taken_holds_no_place(world, monkeypatch):
    """A delivery that cannot be taken uses none of the sixteen places.

    It may have been taken by another worker, or have become void.
    """
    for number in range(40):
        world.add(f"https://push.exemple.org/{number}")
    taken = world.take

    def take(due):
        return taken(due) if due.pk > 30 else None

    world.sender = Sender(lambda: list(world.rows), take, lambda: world.now)
    world.pass_by(0.5)
    assert len(world.ended) == 10


def test_a_worker_that_stops_begins_no_more_and_stores_what_is_under_way(world):
    for number in range(20):
        world.add(f"https://push.exemple.org/{number}")
    answers = iter([False, True, True])
    world.sender.send_due(lambda: next(answers))
    assert (len(world.ended), len(world.rows)) == (16, 4)


def test_a_fault_of_ours_is_logged_and_counts_as_no_answer(world, caplog):
    world.add("https://push.exemple.org")

    def fail():
        raise RuntimeError

    world.sender = Sender(
        lambda: list(world.rows),
        lambda due: world.take(due) and Send(fail, lambda status: world.end(due, status)),
        lambda: world.now,
    )
    with caplog.at_level(logging.ERROR):
        world.sender.send_due(lambda: False)
    assert world.ended == [(0.0, "https://push.exemple.org", 0)]
    assert caplog.messages == ["a message could not be sent"]


def test_an_outcome_that_cannot_be_stored_loses_none_of_the_others(world):
    """When the database is away for a moment, the outcomes of the other sends are stored later."""
    for number in range(3):
        world.add(f"https://push.exemple.org/{number}")
    end, failed = world.end, []

    class Away(Exception):
        """The error that a database raises while it is away."""

    def away_once(due, status):
        if not failed:
            failed.append(due)
            raise Away
        end(due, status)

    world.end = away_once
    with pytest.raises(Away):
        world.sender.send_due(lambda: False)
    world.sender.send_due(lambda: False)
    assert len(world.ended) == 2
