"""All rounds at once: the same as the same results given round by round."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.extents import sizes, some
from tests.tournaments.state.logs import after, at, drawn, opened, refused, states
from tournaments.state.errors import StateError
from tournaments.state.events import Event, apply, replay
from tournaments.state.open_rounds import newcomers, round_count
from tournaments.state.reported_result import ReportedResult
from tournaments.state.rounds import missed
from tournaments.state.tournament import TournamentState

ROBIN, POOLS = "round_robin", "groups"
# Criteria that say the same whenever a rest was taken.
PLAIN = ("points", "direct_encounter", "wins", "difference", "score_for", "seed")


class Evening:
    """A tournament and its log."""

    def __init__(self, slug, count, *, open_rounds, tie_breaks=None, **options):
        data = {
            "format": slug,
            "seed": "graine",
            "edition": 3,
            "options": {**options, "open_rounds": open_rounds or None},
            "tie_breaks": tie_breaks,
        }
        entrants = [{"name": f"Paire {at}", "seed": at} for at in range(1, count + 1)]
        self.log = [Event("opened", data), Event("entered", {"entrants": entrants})]
        self.folded = replay(self.log)

    def do(self, kind, **data):
        event = Event(kind, data)
        self.folded = apply(self.folded, event)
        self.log.append(event)

    def draw(self):
        """Draw and publish; those who came late get tables that are published at once."""
        self.do("drawn")
        if self.folded.rounds[-1].state == "draft":
            self.do("published", round=len(self.folded.rounds))

    def tables(self):
        """The open tables, with the round's number."""
        return [
            (round_.number, seated)
            for round_ in self.folded.rounds
            for seated in round_.tables
            if seated.state == "waiting"
        ]

    def give(self, results, tables):
        """Report what two entrants' meeting ends with: `results` by pair and time."""
        for number, seated in tables:
            self.do("reported", round=number, table=seated.number, **result_of(results, seated))

    def close(self):
        self.do("closed", round=len(self.folded.rounds))

    def to_the_end(self, results):
        """Draw, play and close round after round, whatever is left."""
        while self.folded.state != "finished":
            last = self.folded.rounds[-1] if self.folded.rounds else None
            if last is None or last.state == "closed":
                self.draw()
            self.give(results, self.tables())
            self.close()


def result_of(results, seated):
    """The result of a table: by who sits there, whichever side they are."""
    first, second = (side[0] for side in seated.table.sides)
    scores = results(first, second)
    return {"scores": list(scores)}


def results_of(seed):
    """What each two play, the same in any order, with draws but in a knockout."""

    def scores(first, second):
        low, high = sorted((first, second))
        random = Random(f"{seed} {low} {high}")
        pair = random.choice([(3, 1), (0, 2), (5, 4), (1, 3)])
        return pair if first == low else pair[::-1]

    return scores


def standings(folded):
    rows = folded.way.standings(folded.field())
    return [(row.rank, row.entrant, row.decided_by, dict(row.criteria)) for row in rows]


COUNTS = range(3, 25)


@pytest.mark.parametrize("slug", [ROBIN, POOLS])
@pytest.mark.parametrize("count", some(COUNTS, 24))
@pytest.mark.parametrize("cycles", [1, 2])
def test_any_order_of_results_ends_as_round_by_round(slug, count, cycles):
    """A pool of each size; two of them in groups."""
    entrants = 2 * count if slug == POOLS else count
    options = {"cycles": cycles, **({"groups": 2} if slug == POOLS else {})}
    results = results_of(count)
    usual = Evening(slug, entrants, open_rounds=False, **options)
    usual.to_the_end(results)

    once = Evening(slug, entrants, open_rounds=True, **options)
    once.draw()
    tables = once.tables()
    Random(count).shuffle(tables)
    once.give(results, tables)
    once.close()
    once.to_the_end(results)

    assert standings(once.folded) == standings(usual.folded)
    assert meetings(once.folded) == meetings(usual.folded)
    assert replay(once.log) == once.folded


def meetings(folded):
    """The knockout: who met whom at each place, and how it ended."""
    return {
        seated.table.slot: (seated.table.sides, seated.reported)
        for round_ in folded.rounds
        for seated in round_.tables
        if seated.table.slot.startswith("K")
    }


def noted(slug, count, results, undone, gone, **options):
    """Round by round: who left forfeits one by one what they did not play, then goes."""
    usual = Evening(slug, count, open_rounds=False, **options)

    def scores(seated):
        pair = frozenset(seated.table.entrants)
        left = sorted(pair & gone) if pair in undone else []
        return {"forfeit": left} if left else result_of(results, seated)

    stage = None
    while stage is None or usual.folded.rounds[-1].state == "closed":
        usual.draw()
        if usual.folded.rounds[-1].tables[0].table.slot.startswith("K"):
            break
        for number, seated in usual.tables():
            usual.do("reported", round=number, table=seated.number, **scores(seated))
        stage = usual.folded
        usual.close()
        if usual.folded.state == "finished":
            break
    for entrant in sorted(gone):
        stage = apply(stage, Event("entrant_state", {"entrant": entrant, "state": "withdrawn"}))
    return stage


def unnumbered(folded):
    """The rounds as standings read them; the numbers of the tables are others."""
    return [
        {replace(table, number=0, why=None) for table in tables} for tables in folded.field().rounds
    ]


@pytest.mark.parametrize("leaver", ["auto", "annul", "forfeit"])
@pytest.mark.parametrize("count", some([6, 3, 4, 5, 7, 8, 11, 24], 8))
@pytest.mark.parametrize("rounds", [1, 2])
def test_who_leaves_between_two_rounds_is_the_same(leaver, count, rounds):
    """Round by round the others rest; the standings are the same, and whom they strike.

    Only Buchholz may differ: it tells a rest of the leaver's that was to come from one before.
    """
    results = results_of(count)
    usual = Evening(ROBIN, count, open_rounds=False, leaver=leaver, tie_breaks=PLAIN)
    once = Evening(ROBIN, count, open_rounds=True, leaver=leaver, tie_breaks=PLAIN)
    once.draw()
    for number in range(1, rounds + 1):
        usual.draw()
        usual.give(results, usual.tables())
        usual.close()
        mine = [pair for pair in once.tables() if pair[1].table.why["round"] == number]
        once.give(results, mine)
    for evening in (once, usual):
        evening.do("entrant_state", entrant=2, state="withdrawn")
        evening.to_the_end(results)
    assert standings(once.folded) == standings(usual.folded)


@pytest.mark.parametrize("slug", [ROBIN, POOLS])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("count", some([6, 3, 4, 5, 7, 8, 11, 24], 8))
@pytest.mark.parametrize("leaver", ["auto", "annul", "forfeit"])
def test_who_leaves_forfeits_the_tables_left(slug, seed, count, leaver):
    """As if each of these forfeits had been noted in its round."""
    random, results = Random(f"{slug} {seed} {count}"), results_of(seed)
    entrants = 2 * count if slug == POOLS else count
    options = {"leaver": leaver, **({"groups": 2} if slug == POOLS else {})}
    once = Evening(slug, entrants, open_rounds=True, **options)
    once.draw()
    gone = set()
    tables = once.tables()
    random.shuffle(tables)
    played = set()
    for number, seated in tables:
        if random.random() < 0.15 and len(gone) < min(2, count - 2):
            entrant = random.randint(1, entrants)
            once.do("entrant_state", entrant=entrant, state="withdrawn")
            gone.add(entrant)
        if gone.isdisjoint(seated.table.entrants):
            once.give(results, [(number, seated)])
            played.add(frozenset(seated.table.entrants))
    undone = {frozenset(seated.table.entrants) for _number, seated in tables} - played
    assert once.tables() == []
    usual = noted(slug, entrants, results, undone, frozenset(gone), **options)
    assert unnumbered(once.folded) == unnumbered(usual)
    assert standings(once.folded) == standings(usual)
    assert replay(once.log) == once.folded
    once.close()


def test_who_comes_back_plays_the_tables_left():
    once = Evening(ROBIN, 4, open_rounds=True)
    once.draw()
    before = once.folded
    once.do("entrant_state", entrant=1, state="withdrawn")
    forfeit = ReportedResult(forfeit=(1,), automatic=True)
    theirs = [seated for seated in once.folded.rounds[0].tables if 1 in seated.table.entrants]
    assert [(seated.state, seated.reported) for seated in theirs] == [("confirmed", forfeit)] * 3
    assert refused(once.folded, *at("taken_back", 1, theirs[0].number)) == (
        *("nothing_to_take_back", None),
        {"table": theirs[0].number},
    )
    # A match that they had played is entered afterwards.
    once.do("reported", round=1, table=theirs[0].number, scores=[3, 1])
    once.do("entrant_state", entrant=1, state="registered")
    known = {theirs[0].number: ("confirmed", ReportedResult((3, 1)))}
    assert [(seated.state, seated.reported) for seated in once.folded.rounds[0].tables] == [
        known.get(seated.number, (seated.state, None)) for seated in before.rounds[0].tables
    ]
    # Taken back once they have gone again, it is a forfeit too.
    once.do("entrant_state", entrant=1, state="disqualified")
    once.do("taken_back", round=1, table=theirs[0].number, later=None)
    assert once.folded.rounds[0].table(theirs[0].number).reported == forfeit


@pytest.mark.parametrize("slug", [ROBIN, POOLS])
@pytest.mark.parametrize("count", some([4, 3, 5, 6, 7, 8, 11, 23], 8))
def test_who_comes_late_gets_tables_that_touch_no_other(slug, count):
    """Everybody meets everybody of the pool; the standings are those of round by round."""
    entrants = 2 * count if slug == POOLS else count
    options = {"groups": 2} if slug == POOLS else {}
    results = results_of(count)
    once = Evening(slug, entrants, open_rounds=True, tie_breaks=PLAIN, **options)
    usual = Evening(slug, entrants, open_rounds=False, tie_breaks=PLAIN, **options)
    once.draw()
    once.give(results, Random(count).sample(once.tables(), count - 2))
    before = once.folded
    for evening in (once, usual):
        evening.do("entered", entrants=[{"name": "Z"}, {"name": "Y"}])
    assert newcomers(once.folded) == [entrants + 1, entrants + 2]
    assert missed(once.folded, 1) == ([entrants + 1, entrants + 2], [])
    once.draw()
    first = once.folded.rounds[0].tables
    assert first[: len(before.rounds[0].tables)] == before.rounds[0].tables
    assert [seated.number for seated in first] == list(range(1, len(first) + 1))
    assert newcomers(once.folded) == []
    with pytest.raises(StateError, match="round_not_closed"):
        once.draw()
    once.to_the_end(results)
    usual.to_the_end(results)
    met = [
        frozenset(table.entrants)
        for tables in once.folded.field().rounds
        for table in tables
        if not table.bye and "." not in table.slot
    ]
    pools = [[*range(1, entrants + 3)]] if slug == ROBIN else members(once.folded)
    assert sorted(map(sorted, met)) == sorted(
        sorted(pair) for pool in pools for pair in combinations(pool, 2)
    )
    if slug == ROBIN:
        # The seeding of `usual` has the two late ones too, so its groups are others.
        assert [row[1] for row in standings(once.folded)] == [
            row[1] for row in standings(usual.folded)
        ]
    assert replay(once.log) == once.folded


def members(folded):
    return [[row.entrant for row in pool.rows] for pool in folded.way.pools(folded.field())]


def test_who_came_late_and_goes_leaves_the_others_in_their_pools():
    once = Evening(POOLS, 8, open_rounds=True, groups=2)
    once.draw()
    once.do("entered", entrants=[{"name": "Z"}, {"name": "Y"}])
    once.draw()
    before = [sorted(pool) for pool in members(once.folded)]
    once.do("entrant_state", entrant=9, state="withdrawn")
    assert [sorted(pool) for pool in members(once.folded)] == before


class TestRounds:
    def test_all_tables_are_one_round_numbered_pool_by_pool(self):
        night = drawn(opened(8, POOLS, groups=2, open_rounds=True))
        slots = [
            (seated.number, seated.table.slot, seated.table.why["round"])
            for seated in night.rounds[0].tables
        ]
        assert slots == [
            (1 + 6 * pool + at, slot, 1 + at // 2)
            for pool, slot in enumerate(("GA", "GB"))
            for at in range(6)
        ]
        assert states(night, 1) == ["waiting"] * 12
        assert len(night.field().rounds) == 3
        assert (round_count(night), round_count(opened(8, POOLS, groups=2))) == (3, 5)
        assert round_count(opened(7, ROBIN, open_rounds=True)) == 1

    def test_it_closes_whole(self):
        night = drawn(opened(4, ROBIN, open_rounds=True))
        assert refused(night, "closed", {"round": 1}) == (
            *("result_missing", None),
            {"tables": [1, 2, 3, 4, 5, 6]},
        )
        played = after(night, *(at("reported", 1, table, scores=[3, 1]) for table in range(1, 7)))
        assert after(played, ("closed", {"round": 1})).state == "finished"

    def test_it_is_withdrawn_until_a_result_is_reported(self):
        night = drawn(opened(4, ROBIN, open_rounds=True))
        left = after(night, ("entrant_state", {"entrant": 1, "state": "withdrawn"}))
        assert missed(left, 1) == ([], [1])
        draft = after(left, ("withdrawn", {"round": 1}))
        assert states(draft, 1) == ["waiting"] * 6
        again = after(draft, ("redrawn", {"round": 1, "seed": "autre"}))
        assert [len(seated.table.sides) for seated in again.rounds[0].tables] == [2, 2, 2, 1, 1, 1]
        begun = after(night, at("reported", 1, 2, scores=[3, 1]))
        assert refused(begun, "withdrawn", {"round": 1})[0] == "round_begun"

    def test_two_are_exchanged_in_all_their_tables(self):
        draft = after(opened(6, POOLS, groups=2, open_rounds=True), ("drawn", {}))
        first, second = (draft.rounds[0].tables[at].table.entrants[0] for at in (0, 5))
        night = after(draft, ("swapped", {"round": 1, "swap": [first, second]}))
        assert len(night.field().rounds) == 0
        published = after(night, ("published", {"round": 1}))
        pools = members(published)
        assert first in pools[1]
        assert second in pools[0]
        for pool, slot in zip(pools, ("GA", "GB"), strict=True):
            own = [seated for seated in published.rounds[0].tables if seated.table.slot == slot]
            assert {entrant for seated in own for entrant in seated.table.entrants} == set(pool)

    def test_a_barrage_is_drawn_round_by_round(self):
        night = drawn(opened(8, POOLS, groups=2, open_rounds=True, pool_style="barrage"))
        assert len(night.rounds[0].tables) == 4

    def test_an_older_log_has_them_round_by_round(self):
        assert not opened(4, ROBIN).options.open_rounds


class TestCorrections:
    def pools(self) -> TournamentState:
        """Two pools of four whose semi-finals are drawn: first sides won."""
        night = drawn(opened(8, POOLS, groups=2, open_rounds=True))
        results = (at("reported", 1, table, scores=[3, 1]) for table in range(1, 13))
        return drawn(after(night, *results, ("closed", {"round": 1})))

    def test_before_the_knockout_nothing_depends_on_it(self):
        night = drawn(opened(4, ROBIN, open_rounds=True))
        reported = after(
            night, at("reported", 1, 1, scores=[3, 1]), at("reported", 1, 5, scores=[3, 1])
        )
        corrected = after(reported, at("corrected", 1, 1, scores=[0, 3], later=None))
        assert corrected.rounds[0].table(5) == reported.rounds[0].table(5)
        assert corrected.rounds[0].table(1).reported == ReportedResult((0, 3))

    def test_replaying_draws_the_knockout_again(self):
        night = self.pools()
        assert len(night.rounds[1].tables) == 2
        late = after(night, ("entered", {"entrants": [{"name": "Z"}]}))
        worst = next(seated for seated in late.rounds[0].tables if seated.table.slot == "GA")
        correction = {"scores": [0, 9], "later": "replay"}
        replayed = after(late, at("corrected", 1, worst.number, **correction))
        assert [drawn.number for drawn in replayed.rounds] == [1, 2]
        assert all(seated.table.slot.startswith("K") for seated in replayed.rounds[1].tables)
        assert replayed.rounds[0].state == "closed"
        left_alone = after(late, at("corrected", 1, worst.number, scores=[0, 9], later="keep"))
        assert left_alone.rounds[1] == late.rounds[1]

    def test_taken_back_the_pools_are_open_again(self):
        night = after(self.pools(), at("taken_back", 1, 3, later="replay"))
        assert (len(night.rounds), night.rounds[0].state) == (1, "published")
        assert states(night, 1).count("waiting") == 1


def step(evening, random, results):
    """One thing of an evening that may happen at any moment."""
    folded = evening.folded
    if not folded.rounds or folded.rounds[-1].state == "closed" or newcomers(folded):
        return evening.draw()
    tables, chance = evening.tables(), random.random()
    reported = [
        (round_.number, seated)
        for round_ in folded.rounds
        for seated in round_.tables
        if seated.reported is not None and not seated.automatic and not seated.table.bye
    ]
    if chance < 0.1 and reported:
        number, seated = random.choice(reported)
        kind = random.choice(("corrected", "taken_back"))
        more = {"scores": random.choice(([3, 1], [0, 2]))} if kind == "corrected" else {}
        return evening.do(kind, round=number, table=seated.number, later="replay", **more)
    if chance < 0.15:
        entrant = random.choice(folded.entrants)
        state = random.choice(("withdrawn", "registered"))
        return evening.do("entrant_state", entrant=entrant.number, state=state)
    if chance < 0.18 and len(folded.rounds) == 1:
        return evening.do("entered", entrants=[{"name": f"Tard {len(folded.entrants)}"}])
    if tables:
        return evening.give(results, [random.choice(tables)])
    for round_ in folded.rounds:
        if round_.state == "published":
            return evening.do("closed", round=round_.number)
    return None


@pytest.mark.parametrize("slug", [ROBIN, POOLS])
@pytest.mark.parametrize("evenings", sizes(15, 150))
def test_whatever_happens_the_log_replays_and_nobody_meets_twice(slug, evenings):
    random = Random(slug)
    for number in range(evenings):
        count = random.randint(4, 9)
        evening = Evening(slug, count, open_rounds=True)
        results = results_of(number)
        for _ in range(random.randint(20, 80)):
            try:
                step(evening, random, results)
            except StateError as error:
                if error.code not in ("stage_finished", "too_few_entrants"):
                    raise
                break
        folded = evening.folded
        assert replay(evening.log) == folded
        for tables in folded.field().rounds:
            seats = [entrant for table in tables for entrant in table.entrants]
            assert len(seats) == len(set(seats))
        met = [
            frozenset(table.entrants)
            for tables in folded.field().rounds
            for table in tables
            if not table.bye and "." not in table.slot
        ]
        assert len(met) == len(set(met))
        rows = folded.way.standings(folded.field())
        assert len(rows) == len({row.entrant for row in rows})
