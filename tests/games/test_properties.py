"""What holds for every match of every game, tested by the services: replays, corrections, undo,
log.

A new game needs one line in `GAMES`.
"""

from contextlib import contextmanager, suppress
from random import Random

import pytest
from django.db import connection, transaction
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games import queries, services
from games.errors import LaterEntryIllegal, Refused
from games.match import past
from games.match.match_json import match_body
from games.models import Match
from games.registry import installed
from games.services import SeatAsked
from tests import factories
from tests.games.bataille import naive as bataille
from tests.games.dix import naive
from tests.games.dix_mille import naive as mille
from tests.games.maitre import naive as maitre
from tests.games.yams import naive as yams
from tests.stored import row_counts

pytestmark = pytest.mark.django_db
LONGEST = 12

# What holds for a game's pure code alone is tested in `test_folds.py`, on many more matches. A
# difference between databases shows after a few examples, so the second database gets fewer.
few = settings(max_examples=12 if connection.vendor == "sqlite" else 4, deadline=None)


def sample(loaded, sheet, random):
    """Return the game's own sample of a next line."""
    return loaded.game.demonstration.sample(loaded.rules, sheet, random)


def hand_of_10(loaded, sheet, random):
    """Return the game's own sample, or half of the time a hand with an auction or tricks, which the
    samples never have.
    """
    if random.random() < 0.5:
        return sample(loaded, sheet, random)
    match = naive.NaiveMatch(loaded.rules)
    for hand in loaded.entries[: len(sheet.lines)]:
        match.add(hand.bidder, hand.bid, hand.partie, hand.taken, hand.defenders_bid)
    invented, _figures = match.invent(random, tricks_share=0.2)
    return {name: value for name, value in vars(invented).items() if value is not None}


def rules_of_maitre(random):
    """Return a random sound ruleset for three players."""
    return vars(maitre.random_rules(random))


def rules_of_10(random):
    """Return a random sound ruleset."""
    return vars(naive.random_rules(random))


def rules_of_bataille(random):
    """Return a random sound ruleset that fits every number of players."""
    return vars(bataille.random_rules(random, seats=3))


def turn_of_yams(loaded, sheet, random):
    """Return a random turn of any kind: by dice, by value, or barred with or without dice."""
    match = yams.NaiveMatch(loaded.rules, len(loaded.seats))
    for turn in loaded.entries[: len(sheet.lines)]:
        match.add(turn.seat, turn.column, turn.row, turn.value)
    return match.invent(random)[0]


def rules_of_10000(random):
    """Return a random sound ruleset."""
    return vars(mille.random_rules(random))


# By game: the number of seats, the rules that replace some of a preset, and the next line of a
# running match.
GAMES = {
    "dix": (st.just(4), rules_of_10, hand_of_10),
    "bataille": (st.integers(2, 4), rules_of_bataille, sample),
    "maitre": (st.integers(3, 4), rules_of_maitre, sample),
    "yams": (st.integers(2, 4), yams.random_rules, turn_of_yams),
    "dix-mille": (st.integers(2, 4), rules_of_10000, sample),
    "toy": (st.integers(2, 4), lambda random: {"target": random.randint(1, 6)}, sample),
}


def test_every_installed_game_is_tried():
    assert set(GAMES) == {game.slug for game in installed.games()}


@st.composite
def plans(draw):
    """Draw a game, a preset, the number of seats, the most lines, and a seed."""
    slug = draw(st.sampled_from(sorted(GAMES)))
    seats, lines = draw(GAMES[slug][0]), draw(st.integers(1, LONGEST))
    game = installed.game_of(slug)
    fitting = [
        preset
        for preset in game.presets
        if not game.rules.faults(game.rules.model(**preset.values), seats)
    ]
    preset = draw(st.sampled_from(fitting))
    return slug, preset, seats, lines, draw(st.integers(0, 2**32))


class Undone(Exception):
    """Raised to undo what an example wrote."""


@contextmanager
def nothing_kept():
    """Run one example in a transaction that is rolled back, so that no row is left for the next
    example.
    """
    try:
        with transaction.atomic():
            yield
            raise Undone
    except Undone:
        pass


def begin(plan):
    slug, preset, seats, _lines, chance = plan
    people = [SeatAsked(name=name) for name in factories.NAMES[:seats]]
    random = Random(chance)
    rules = GAMES[slug][1](random) if random.random() < 0.5 else {}
    return factories.started(slug, seats=people, preset=preset, rules=rules)


def sampled(match, random):
    """Return a legal next line of the match, or None if the match is over."""
    loaded = queries.load(fresh(match))
    sheet = loaded.replay()
    return None if sheet.result else GAMES[match.game][2](loaded, sheet, random)


def fresh(match):
    return queries.matches().get(pk=match.pk)


def play(plan):
    """Start and play a match by a plan; return it and its lines as they were sent."""
    match, lines, random = begin(plan), [], Random(plan[4])
    for _ in range(plan[3]):
        line = sampled(match, random)
        if line is None:
            break
        record(match, line)
        lines.append(line)
    return match, lines


def record(match, line):
    return services.record(match_id=match.pk, data=line, by=factories.by_link(match))


def outcome(match):
    """Return all that the API says of a match, except its id, dates and version."""
    body = match_body(queries.plain_table(fresh(match)))
    for name in ("id", "version", "started_at", "finished_at"):
        del body[name]
    for entry in body["entries"]:
        del entry["recorded_at"]
    return body


def stored(match):
    """Return the stored outcome, which lists and leaderboards read without a fold."""
    row = Match.objects.get(pk=match.pk)
    sides = list(row.sides.values_list("number", "score", "rank", "eliminated"))
    return row.status, row.ended_by, sides


def folded(match):
    """Return the same outcome, computed by a fold of the entries."""
    sheet = queries.load(fresh(match)).replay()
    standings = {s.side: s for s in sheet.result.ranking} if sheet.result else {}
    sides = [
        (
            side,
            score,
            standings[side].rank if standings else None,
            standings[side].eliminated if standings else False,
        )
        for side, score in enumerate(sheet.scores)
    ]
    ended_by = sheet.result.ended_by if sheet.result else ""
    return "finished" if sheet.result else "in_progress", ended_by, sides


@few
@given(plans())
def test_recording_line_by_line_is_replaying_all_and_is_what_is_stored(plan):
    with nothing_kept():
        match, lines = play(plan)
        loaded = queries.load(fresh(match))
        sent = [loaded.game.entry.model() for _ in lines]
        for entry, line in zip(sent, lines, strict=True):
            entry.fill(line)
        assert loaded.replay(sent) == loaded.replay()
        assert stored(match) == folded(match)


@few
@given(plans(), st.integers(0, LONGEST), st.integers(0, 2**32))
def test_a_line_corrected_is_the_line_entered_right_the_first_time(plan, place, chance):
    with nothing_kept():
        match, lines = play(plan)
        assume(lines)
        place %= len(lines)
        right = begin(plan)
        for line in lines[:place]:
            record(right, line)
        other = sampled(right, Random(chance))
        by = factories.by_link(match)
        before = outcome(match), stored(match)
        try:
            services.correct(match_id=match.pk, number=place + 1, data=other, by=by)
        except LaterEntryIllegal as illegal:
            assert_stumbles(right, [other, *lines[place + 1 :]], place + 1, illegal.cause.number)
            assert (outcome(match), stored(match)) == before
        else:
            for line in [other, *lines[place + 1 :]]:
                record(right, line)
            assert outcome(match) == outcome(right)
            assert stored(match) == stored(right) == folded(match)


def assert_stumbles(match, lines, first, number):
    """Assert that the lines, recorded one by one, are refused at `number` and not before."""
    for place, line in enumerate(lines, first):
        if place == number:
            with pytest.raises(Refused):
                record(match, line)
            return
        record(match, line)
    raise AssertionError(f"line {number} was taken")


@few
@given(plans())
def test_undo_to_the_start_and_redo_gives_the_same_match(plan):
    with nothing_kept():
        match, lines = play(plan)
        at_first, then = outcome(begin(plan)), outcome(match)
        before = stored(match)
        for _ in lines:
            services.take_back(match_id=match.pk, number=None, by=factories.by_link(match))
        assert outcome(match) == at_first
        assert stored(match) == folded(match)
        for line in lines:
            record(match, line)
        assert outcome(match) == then
        assert stored(match) == before


@few
@given(plans(), st.lists(st.integers(0, 2**32), min_size=1, max_size=6))
def test_the_log_tells_the_match_as_it_stood_at_every_version(plan, actions):
    with nothing_kept():
        match, _lines = play(plan)
        bodies = {}

        def look():
            table = queries.plain_table(fresh(match))
            bodies[table.match.version] = match_body(table)

        look()
        for action in actions:
            write_something(match, Random(action))
            look()
        for version, body in bodies.items():
            assert match_body(past.table_at(fresh(match), version)) == body


def write_something(match, random):
    """Make one more write of a random kind; a correction that a later line forbids is skipped."""
    by, count = factories.by_link(match), len(queries.load(fresh(match)).entries)
    line = sampled(match, random)
    status = Match.objects.get(pk=match.pk).status
    actions = {
        "patch": lambda: services.patch(
            match_id=match.pk, changes={"sides": {0: f"Camp {random.random()}"}}, by=by
        )
    }
    if status == "abandoned":
        actions["resume"] = lambda: services.resume(match_id=match.pk, by=by)
    else:
        if line is not None:
            actions["record"] = lambda: record(match, line)
            actions["abandon"] = lambda: services.abandon(match_id=match.pk, by=by)
        if count:
            actions["take_back"] = lambda: services.take_back(match_id=match.pk, number=None, by=by)
            actions["correct"] = lambda: correct_any(match, random, count, by)
    with suppress(LaterEntryIllegal):
        actions[random.choice(sorted(actions))]()


def correct_any(match, random, count, by):
    """Replace a random line by another legal one."""
    number = random.randint(1, count)
    loaded = queries.load(fresh(match))
    sheet = loaded.replay(loaded.entries[: number - 1])
    data = GAMES[match.game][2](loaded, sheet, random)
    services.correct(match_id=match.pk, number=number, data=data, by=by)


seats = st.one_of(st.integers(0, 3), st.integers(-(2**53), 2**53))
points = st.one_of(st.integers(-10, 25).map(lambda n: 5 * n), st.integers(-(2**53), 2**53))
calls = st.lists(
    st.fixed_dictionaries(
        {"seat": st.integers(0, 3), "call": st.one_of(st.sampled_from(["pass", "partie"]), points)}
    ),
    max_size=8,
)
cards = st.lists(st.lists(st.sampled_from(["10H", "AS", "", "X1", "5D"]), max_size=5), max_size=10)
extras = {
    "defenders_bid": st.booleans(),
    "trump": st.sampled_from(["spades", "hearts", "diamonds", "clubs"]),
}
counts = st.one_of(st.integers(0, 60), st.integers(-(2**53), 2**53))
reasons = st.sampled_from(["all_cards", "joker", "pat", "stopped"])
cards_54 = st.lists(st.sampled_from(["10H", "AS", "X1", "5D", "9H", "", "1H"]), max_size=5)
figures = st.one_of(st.integers(-14, 60), st.integers(-(2**53), 2**53))
manche = {
    "contract": st.one_of(st.integers(50, 100), figures),
    "maitre": st.fixed_dictionaries(
        {
            "trick_points": figures,
            "trick_cards": st.one_of(st.integers(5, 12), figures),
            "trick_valued": st.one_of(st.integers(2, 5), figures),
            "chute_points": figures,
            "discard_value": figures,
        }
    ),
    "coffre": st.one_of(
        st.fixed_dictionaries({"major_rank": st.integers(1, 10), "minor_rank": st.integers(1, 10)}),
        st.fixed_dictionaries(
            {},
            optional={
                "forbidden": st.booleans(),
                "major_rank": figures,
                "minor_rank": figures,
                "major": st.sampled_from(["9H", "QS", "X1", "zz"]),
                "minor": st.sampled_from(["AC", "3D", "X2"]),
            },
        ),
    ),
    "players": st.dictionaries(st.sampled_from(["0", "1", "2", "3"]), figures, max_size=4),
}
others = st.one_of(
    *(st.just({str(s): 1 for s in range(n) if s != m}) for n in (3, 4) for m in range(n)),
    manche["players"],
)
dice = st.lists(st.one_of(st.integers(1, 6), st.integers(-1, 9)), max_size=7)
throw = st.fixed_dictionaries({"dice": dice}, optional={"keep": dice, "joker": dice})
turn_extras = {
    "seat": st.integers(0, 3),
    "carried": st.booleans(),
    "reason": st.just("off_table"),
}
fives = st.integers(10, 20).map(lambda n: 5 * n)
# By game: anything in the shape of a line, which is often enough legal.
WILD = {
    "dix": st.one_of(
        st.fixed_dictionaries(
            {"bidder": st.integers(0, 3), "bid": fives, "taken": fives}, optional=extras
        ),
        st.fixed_dictionaries(
            {},
            optional={
                **extras,
                "bidder": seats,
                "bid": points,
                "partie": st.booleans(),
                "taken": points,
                "auction": calls,
                "tricks": cards,
            },
        ),
    ),
    "bataille": st.one_of(
        st.fixed_dictionaries(
            {"winner": st.integers(0, 3)},
            optional={"tricks": counts, "battles": counts, "reason": reasons},
        ),
        st.fixed_dictionaries(
            {"reason": st.just("stopped"), "cards": st.sampled_from([[30, 22], [18, 17, 17]])}
        ),
        st.fixed_dictionaries(
            {},
            optional={
                "winner": st.one_of(st.none(), seats),
                "reason": reasons.filter(lambda reason: reason != "stopped"),
                "tricks": counts,
                "battles": counts,
                "cards": st.lists(counts, max_size=5),
            },
        ),
    ),
    "maitre": st.one_of(
        st.fixed_dictionaries({**manche, "players": others}),
        st.fixed_dictionaries(
            {},
            optional={
                **manche,
                "major": st.sampled_from(["spades", "hearts"]),
                "minor": st.sampled_from(["clubs", "hearts"]),
                "tricks": st.dictionaries(st.sampled_from(["0", "1", "x"]), cards_54, max_size=3),
                "chute": st.fixed_dictionaries({}, optional={"winner": seats, "cards": cards_54}),
                "discard": st.fixed_dictionaries(
                    {}, optional={"maitre": cards_54, "players": cards_54}
                ),
            },
        ),
    ),
    "yams": st.one_of(
        st.fixed_dictionaries(
            {"column": st.sampled_from(yams.COLUMNS), "row": st.sampled_from("123456")}
            | {"throws": st.integers(1, 3)},
            optional={"dice": st.lists(st.integers(1, 6), min_size=5, max_size=5)},
        ),
        st.fixed_dictionaries(
            {},
            optional={
                "seat": seats,
                "column": st.sampled_from(yams.COLUMNS),
                "row": st.sampled_from(yams.ROWS),
                "dice": st.lists(st.integers(-(2**53), 2**53), max_size=7),
                "value": points,
                "barred": st.booleans(),
                "throws": seats,
                "draw": st.fixed_dictionaries(
                    {"column": st.sampled_from(yams.COLUMNS)}, optional={"winner": seats}
                ),
            },
        ),
    ),
    "dix-mille": st.one_of(
        st.fixed_dictionaries({"points": st.integers(0, 20).map(lambda n: 100 * n)}),
        st.fixed_dictionaries({"bust": st.just(True)}, optional=turn_extras),
        st.fixed_dictionaries(
            {},
            optional={
                **turn_extras,
                "seat": seats,
                "points": points,
                "bust": st.booleans(),
                "instant_win": st.booleans(),
                "throws": st.lists(throw, max_size=4),
            },
        ),
    ),
    "toy": st.fixed_dictionaries({"values": st.lists(st.integers(-1, 30), max_size=5)}),
}


@settings(max_examples=30, deadline=None)
@given(plans(), st.data())
def test_any_line_is_kept_whole_or_refused_without_a_trace(plan, data):
    with nothing_kept():
        match, lines = play(plan)
        line = data.draw(WILD[match.game])
        before, rows = outcome(match), row_counts()
        refusal = refusal_of(match, line)
        if refusal is not None:
            assert "" not in refusal.sentences
            assert (outcome(match), row_counts()) == (before, rows)
            return
        entry = queries.load(fresh(match)).entries[-1]
        assert entry.number == len(lines) + 1
        assert {name: entry.data()[name] for name in line} == line
        entry.full_clean(exclude=["recorded_by", "club"])


def refusal_of(match, line):
    """Return the refusal of a line, or None if it is recorded."""
    try:
        record(match, line)
    except Refused as refusal:
        return refusal
    return None


@few
@given(plans(), st.integers(0, 2**32))
def test_a_preview_is_what_recording_then_gives(plan, chance):
    with nothing_kept():
        match, _lines = play(plan)
        line = sampled(match, Random(chance))
        assume(line is not None)
        _loaded, sheet = services.preview(
            match_id=match.pk, data=line, caller=factories.link(match)
        )
        record(match, line)
        assert queries.load(fresh(match)).replay() == sheet
