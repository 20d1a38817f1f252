"""Random whole matches of every game: two scorers agree, and every row can be stored.

The naive scorers in the games' folders invent and score the matches. Here the site's own scorer
folds them line by line, and must refuse the wrong lines that are put in between. Every row goes
through the database and its constraints. A match is made again from its number, and a failure
prints it up to the line at fault.

`make test` plays twenty of each game, `make nightly` a hundred, and ten thousand with SCALE=100.
A game is covered as soon as it has a `reference_matches.py`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pprint import pformat
from random import Random
from types import SimpleNamespace

import pytest
from django.db import connection, transaction
from django.db.models import AutoField
from django.utils import timezone

from games import queries
from games.models import Match, Seat, Side
from games.registry import installed
from games.sheet import RuleError
from tests import factories
from tests.extents import SCALE, some

pytestmark = pytest.mark.django_db
# There are a hundred matches of each game in batches, of which `make test` plays one. Scoring is
# the same on every database, and the first batch shows what a row can hold.
BATCHES = some(range(5 * SCALE), 5 * SCALE)
BATCH = 20
# Over HTTP: this many matches of a game, or this many lines. One match of Yams has at least 110
# lines.
RECORDED, LINES = (3 * SCALE, 20 * SCALE)
# The share of matches into which an impossible line is put, and also the share into which a
# mixed line is put.
ODDITIES = 0.25
# How many matches are written to the database at once.
STORED = min(50, BATCH)
GAMES = {
    slug: import_module(f"tests.games.{slug.replace('-', '_')}.reference_matches")
    for slug in ("bataille", "dix", "dix-mille", "maitre", "yams")
}


def test_every_installed_game_is_soaked():
    assert set(GAMES) | {"toy"} == {game.slug for game in installed.games()}


# --- Folded and stored ------------------------------------------------------------------------


@pytest.mark.parametrize("batch", BATCHES)
@pytest.mark.parametrize("slug", GAMES)
def test_both_scorers_agree_and_the_database_takes_every_row(slug, batch):
    first = BATCH * batch
    for start in range(first, first + BATCH, STORED):
        played = [checked(slug, number) for number in range(start, start + STORED)]
        with nothing_kept():
            assert_storable(played)


def checked(slug, number):
    """Invent one match, fold it with the site's scorer, and compare the two. Return its rows, ready
    to be stored.
    """
    random = Random(f"{slug} {number}")
    whole = GAMES[slug].whole_match(random)
    game = installed.game_of(slug)
    rules = game.rules.model(**whole.rules)
    entries = [row(game, entry, line) for line, entry in enumerate(whole.entries, 1)]
    with telling(slug, number, whole):
        assert game.rules.faults(rules, whole.seats) == []
        sheet = fold(game, rules, whole, entries)
        assert_agree(sheet, whole)
        if random.random() < ODDITIES:
            assert_spoilt_is_refused(game, rules, whole, entries, random)
        if random.random() < ODDITIES:
            assert_mixed_is_judged(game, rules, whole, entries, random)
    for entry, line in zip(entries, sheet.lines, strict=True):
        entry.fill(dict(line.completed))
    return SimpleNamespace(
        game=game, number=number, whole=whole, rules=rules, entries=entries, sheet=sheet
    )


def row(game, entry, number=1):
    made = game.entry.model(number=number)
    made.fill(entry)
    return made


def fold(game, rules, whole, entries):
    return game.replay(rules, whole.seats, entries)


def assert_agree(sheet, whole):
    """Assert that the site's scorer agrees with the naive one on every line and at the end."""
    compared = zip(sheet.lines, whole.deltas, whole.totals, strict=True)
    for line, (made, deltas, totals) in enumerate(compared, 1):
        assert (line, made.deltas, made.totals) == (line, deltas, totals)
    assert sheet.scores == whole.scores
    assert sheet.next is None
    assert (list(sheet.result.winners), sheet.result.ended_by) == (whole.winners, whole.ended_by)
    ranking = [(place.rank, place.side, place.eliminated) for place in sheet.result.ranking]
    assert ranking == whole.ranking


def assert_spoilt_is_refused(game, rules, whole, entries, random):
    """Assert that an impossible line, put anywhere in the match, is refused with its number."""
    place = random.randrange(len(entries))
    spoilt = GAMES[game.slug].spoilt(random, whole, place)
    error = refusal(game, rules, whole, [*entries[:place], row(game, spoilt)])
    assert error is not None, ("taken", place + 1, spoilt)
    assert error.number == place + 1, (error.code, error.number, place + 1, spoilt)


def assert_mixed_is_judged(game, rules, whole, entries, random):
    """Assert that a line mixed from two others is taken or refused with its number, and that it is
    refused after the end.
    """
    place = random.randrange(len(entries) + 1)
    here, there = random.choice(whole.entries), random.choice(whole.entries)
    mixed = {**here, **{name: there[name] for name in there if random.random() < 0.5}}
    error = refusal(game, rules, whole, [*entries[:place], row(game, mixed)])
    if error is not None:
        assert error.number == place + 1, (error.code, error.number, place + 1, mixed)
    if place == len(entries):
        assert error is not None
        assert error.code == "match_finished"


def refusal(game, rules, whole, entries):
    """Return the error that refuses a match, or None if it is accepted. Any other exception is a
    bug.
    """
    try:
        fold(game, rules, whole, entries)
    except RuleError as error:
        return error
    return None


@contextmanager
def telling(slug, number, whole) -> Iterator[None]:
    """If the block fails, print the match, up to the line at fault if that is known."""
    try:
        yield
    except Exception as error:
        last = first_difference(slug, whole)
        text = pformat(whole.entries[:last], width=150, sort_dicts=False)
        raise AssertionError(
            f"{slug}, match {number}: {error!r}\n{whole.seats} players, {whole.rules}\n"
            f"the first {last} lines of {len(whole.entries)}:\n{text}"
        ) from error


def first_difference(slug, whole):
    """Return how many lines it takes to show a difference, or the number of all lines if only the
    end differs.
    """
    game = installed.game_of(slug)
    rules = game.rules.model(**whole.rules)
    for length in range(1, len(whole.entries)):
        entries = [row(game, entry) for entry in whole.entries[:length]]
        try:
            line = fold(game, rules, whole, entries).lines[-1]
        except Exception:
            return length
        if (line.deltas, line.totals) != (whole.deltas[length - 1], whole.totals[length - 1]):
            return length
    return len(whole.entries)


class Undone(Exception):
    """Raised to undo what a batch wrote."""


@contextmanager
def nothing_kept() -> Iterator[None]:
    try:
        with transaction.atomic():
            yield
            connection.check_constraints()
            raise Undone
    except Undone:
        pass


def assert_storable(played):
    """Assert that every row of the matches passes the constraints, and that one match read back
    folds to the same result.
    """
    game, matches, seats, sides, entries = played[0].game, [], [], [], []
    for played_match in played:
        match = played_match.match = finished_match(game, played_match)
        played_match.rules.match = match
        matches.append(match)
        seats += [
            Seat(match=match, number=seat, side=game.seats.side_of(seat), guest_name=f"J{seat}")
            for seat in range(played_match.whole.seats)
        ]
        sides += [
            Side(match=match, name="Camp", number=place.side, **outcome_of(place))
            for place in played_match.sheet.result.ranking
        ]
        for entry in played_match.entries:
            entry.match_id = match.pk
        entries += played_match.entries
    for rows in (matches, [played_match.rules for played_match in played], seats, sides, entries):
        insert(rows)
    first = played[0]
    with telling(game.slug, first.number, first.whole):
        reread = queries.load(queries.matches().get(pk=first.match.pk)).replay()
        assert (reread.scores, reread.result) == (first.sheet.scores, first.sheet.result)
        assert [line.notes for line in reread.lines] == [line.notes for line in first.sheet.lines]


def outcome_of(place):
    return {"score": place.score, "rank": place.rank, "eliminated": place.eliminated}


def insert(rows):
    """Write rows of one model. With so many rows `bulk_create` takes twice as long, because it
    builds more SQL.
    """
    meta = type(rows[0])._meta
    fields = [field for field in meta.concrete_fields if not isinstance(field, AutoField)]
    columns = ", ".join(connection.ops.quote_name(field.column) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    values = [[as_stored(row, field) for field in fields] for row in rows]
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {meta.db_table} ({columns}) VALUES ({places})", values)


def as_stored(row, field):
    return field.get_db_prep_save(getattr(row, field.attname), connection)


def finished_match(game, played_match):
    return Match(
        game=game.slug,
        preset=game.presets[0].slug,
        status="finished",
        finished_at=timezone.now(),
        ended_by=played_match.sheet.result.ended_by,
    )


# --- Recorded by a program --------------------------------------------------------------------


@pytest.mark.one_database
@pytest.mark.parametrize("slug", some(list(GAMES), 3))
def test_matches_are_recorded_over_http_and_refusals_leave_no_trace(slug):
    lines = 0
    for number in range(RECORDED):
        # These are other matches than those of the batches.
        random = Random(f"{slug} over HTTP {number}")
        whole = GAMES[slug].whole_match(random)
        with nothing_kept(), telling(slug, f"{number} over HTTP", whole):
            assert_recorded(slug, whole, random)
        lines += len(whole.entries)
        if lines > LINES:
            break


def assert_recorded(slug, whole, random):
    preset = installed.game_of(slug).presets[0].slug
    seats = [{"name": f"Joueuse {seat}"} for seat in range(whole.seats)]
    table = factories.table(game=slug, preset=preset, rules=whole.rules, seats=seats)
    for place, entry in enumerate(whole.entries):
        if random.random() < 0.05:
            assert_no_trace(table, GAMES[slug].spoilt(random, whole, place))
        answer = table.record(entry)
        assert answer.status_code == 201, (place + 1, answer.content)
    assert_no_trace(table, whole.entries[-1])
    body = table.body()
    assert body["status"] == "finished"
    assert [side["score"] for side in body["sides"]] == [float(score) for score in whole.scores]
    result = body["result"]
    assert (result["winners"], result["ended_by"]) == (whole.winners, whole.ended_by)


def assert_no_trace(table, entry):
    """Assert that a refused line leaves the match, its version and its history unchanged."""
    before = table.body(), table.get("history/").json()
    answer = table.record(entry)
    assert answer.status_code == 400, (answer.status_code, entry)
    assert (table.body(), table.get("history/").json()) == before
