"""Tests of a challenge's table, made from real tournaments. The table follows corrections and
mergers.
"""

import random
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from clubs import services as club_services
from clubs.callers import Caller
from games.models import Match
from games.services import SeatAsked
from tests import factories
from tests.made_once import made_once
from tests.tournaments.evening import BASE, Evening, result_of
from tournaments import services
from tournaments.models import Challenge
from tournaments.views import challenges as views

pytestmark = pytest.mark.django_db

V1 = "/api/v1/"
FIRST = date(2026, 9, 5)
PARIS = ZoneInfo("Europe/Paris")


class Season:
    """A club with its officer's client, and people who play in changing pairs."""

    def __init__(self, people=8, **fields):
        self.club = factories.club(**fields)
        self.client = factories.api(factories.member(self.club, "officer"))
        self.people = [factories.player(f"P{number}", self.club) for number in range(people)]

    def challenge(self, **how):
        payload = {"name": "Challenge", "first": "2026-09-01", "last": "2027-06-30", **how}
        answer = self.client.post(f"{V1}challenges/", {"club": self.club.slug, **payload})
        assert answer.status_code == 201, answer.content
        return answer.json()["id"]

    def read(self, challenge, client=None):
        return (client or self.client).get(f"{V1}challenges/{challenge}/").json()

    def totals(self, challenge):
        """Return the total of each person, by the player's id."""
        rows = self.read(challenge)["table"]
        return {row["people"][0]["player"]: row["total"] for row in rows}

    def evening(self, pairs, number=0, **changes):
        """Create a tournament of one round with these pairs, and draw it; return it and the
        round.
        """
        body = {
            **{"name": f"Soirée {number}", "game": "dix", "format": "swiss", "seed": "graine"},
            **{"date": (FIRST + timedelta(days=14 * number)).isoformat()},
            **{"options": {"rounds": 1}, "tie_breaks": ["points"], "club": self.club.slug},
            **changes,
        }
        night = Evening(self.client.post(BASE, body).json()["id"], self.client, self.club)
        night.do(
            "post",
            "entrants/",
            [{"players": [{"player": player.pk} for player in pair]} for pair in pairs],
        )
        return night, night.draw()


def ranks_of(drawn, scores, pairs):
    """Return the rank of each person after one round, by the player's id; equals share a rank."""
    points = {}
    for table, (first, second) in zip(drawn["tables"], scores, strict=True):
        for at, (own, theirs) in enumerate(((first, second), (second, first))):
            points[table["entrants"][at]] = 2 * (own > theirs) + (own == theirs)
    rank = {number: 1 + sum(p > own for p in points.values()) for number, own in points.items()}
    return {player.pk: rank[at] for at, pair in enumerate(pairs, start=1) for player in pair}


@pytest.mark.parametrize(
    ("evenings", "corrections"), [(6, 3), pytest.param(18, 200, marks=pytest.mark.nightly)]
)
def test_a_season_with_free_partners_follows_every_correction(evenings, corrections):
    """The table equals one that the test computes itself, after each of many corrections.

    Every sixth evening consists of ordinary matches.
    """
    luck = random.Random(18)
    season = Season()
    challenge = season.challenge(scale="list", places=[10, 7, 5, 3], best=9, coming=1, nights=True)
    played, nights = [], []
    for number in range(evenings):
        luck.shuffle(season.people)
        there = list(season.people)
        if number % 6 == 5:
            end = datetime.combine(FIRST + timedelta(days=14 * number), time(22, tzinfo=PARIS))
            winners = [luck.randrange(2) for _duel in range(3)]
            facing = [(there[0], there[1]), (there[0], there[2]), (there[1], there[3])]
            duels = [
                duel(season, *two, end + timedelta(minutes=at), winners[at])
                for at, two in enumerate(facing)
            ]
            nights.append((duels, facing, winners))
            continue
        pairs = [there[at : at + 2] for at in range(0, 8, 2)]
        night, drawn = season.evening(pairs, number)
        scores = [luck.choice([(500, 300), (300, 500), (400, 400)]) for _table in drawn["tables"]]
        night.play(drawn, *map(list, scores))
        played.append((night, drawn, scores, pairs))
    worth = {1: 10, 2: 7, 3: 5, 4: 3}

    def expected():
        own = {player.pk: [] for player in season.people}
        for _night, drawn, scores, pairs in played:
            for person, rank in ranks_of(drawn, scores, pairs).items():
                own[person].append(worth[rank])
        for _duels, facing, winners in nights:
            won = dict.fromkeys((player.pk for two in facing for player in two), 0)
            for two, winner in zip(facing, winners, strict=True):
                won[two[winner].pk] += 1
            for person, count in won.items():
                own[person].append(worth[1 + sum(other > count for other in won.values())])
        return {person: sum(sorted(got)[-9:]) + len(got) for person, got in own.items()}

    assert season.totals(challenge) == expected()
    for correction in range(corrections):
        at = luck.randrange(2)
        if correction % 3 == 2:
            duels, _facing, winners = luck.choice(nights)
            winners[at] = luck.randrange(2)
            result = {"winner": winners[at]}
            path = f"{V1}matches/{duels[at].pk}/entries/1/"
            assert season.client.put(path, result).status_code == 200
        else:
            night, drawn, scores, _pairs = luck.choice(played)
            scores[at] = luck.choice([(500, 300), (300, 500), (400, 400), (450, 410)])
            result = {"scores": list(scores[at])}
            night.do("put", result_of(drawn, drawn["tables"][at]), result)
        assert season.totals(challenge) == expected()


def one_evening():
    """Return a season, its challenge, and one finished evening of two pairs, which P0 and P1 have
    won.
    """
    season = Season(4)
    challenge = season.challenge()
    night, drawn = season.evening([season.people[:2], season.people[2:]])
    first = drawn["tables"][0]["entrants"].index(1)
    night.play(drawn, [500, 300] if first == 0 else [300, 500])
    return season, challenge, night, drawn


@pytest.fixture
def played_evening():
    return one_evening()


def test_it_is_live_explains_its_figures_and_prints_as_a_file(played_evening):
    season, challenge, _night, _drawn = played_evening
    season.client.patch(f"{V1}challenges/{challenge}/", {"best": 1})
    _running, drawn = season.evening([season.people[:2], season.people[2:]], 1)
    scores = {"scores": [500, 300] if drawn["tables"][0]["entrants"][0] == 1 else [300, 500]}
    _running.do("post", result_of(drawn, drawn["tables"][0]), scores)
    answer = season.read(challenge)
    assert [evening["running"] for evening in answer["evenings"]] == [False, True]
    assert [row["struck"] for row in answer["table"]] == [1, 1, 1, 1]
    page = factories.browser().get(f"/tournois/challenges/{challenge}/").content.decode()
    assert "1 résultat compté : 1. 1 résultat barré : 1." in page.replace("\xa0", " ")
    file = factories.browser().get(f"/tournois/challenges/{challenge}/tableur/")
    first = file.content.decode().splitlines()[1].split(",")
    assert first[2:] == ["1", "0", "1", "1", "[1]"]


def test_a_long_season_prints_whole_however_few_lines_its_page_shows(played_evening, monkeypatch):
    """Nineteen evenings are printed on two sheets of nine and ten, each with all four people."""
    monkeypatch.setattr(views, "CELLS", 1)
    monkeypatch.setattr(views, "FEWEST_LINES", 2)
    season, challenge, _night, _drawn = played_evening
    for number in range(18):
        payload = {"name": f"Jeudi {number}", "date": f"2026-10-{number + 1:02}", "text": "P0 ; 3"}
        season.client.post(f"{V1}challenges/{challenge}/tables/", payload)
    page = factories.browser().get(f"/tournois/challenges/{challenge}/")
    assert len(page.context["rows"]) == 2
    whole = page.content.decode().split('href="')
    assert f"/tournois/challenges/{challenge}/imprimer/" in [link.split('"')[0] for link in whole]
    sheet = factories.browser().get(f"/tournois/challenges/{challenge}/imprimer/")
    parts = sheet.context["parts"]
    assert [(len(evenings), len(lines)) for evenings, lines in parts] == [(9, 4), (10, 4)]
    assert [len(cells) for _row, cells in parts[0][1]] == [9] * 4
    assert sheet.content.decode().count("<tr>") == 2 * (1 + 4)


def test_what_counts_is_public_of_its_clubs_game_and_time_or_what_was_chosen(played_evening):
    season, challenge, night, _drawn = played_evening
    pairs = [season.people[:2], season.people[2:]]
    for changes in (
        {"public": False},
        {"date": "2026-08-31"},
        {"game": "yams", "format": "round_robin", "options": {}},
    ):
        if changes.get("game") == "yams":
            made, drawn = season.evening([[person] for person in season.people[:2]], **changes)
        else:
            made, drawn = season.evening(pairs, **changes)
        made.play(drawn)
    keys = lambda: {evening["tournament"] for evening in season.read(challenge)["evenings"]}  # noqa: E731
    season.client.patch(f"{V1}challenges/{challenge}/", {"game": "dix"})
    assert keys() == {night.id}
    season.client.patch(f"{V1}challenges/{challenge}/", {"tournaments": []})
    assert keys() == set()


def test_a_frozen_table_stays_until_it_goes_on_again(played_evening):
    season, challenge, night, drawn = played_evening
    before = season.read(challenge)["table"]
    address = f"{V1}challenges/{challenge}/freeze/"
    assert season.client.post(address, {}).json()["table"] == before
    first = drawn["tables"][0]["entrants"].index(1)
    night.do(
        "put",
        result_of(drawn, drawn["tables"][0]),
        {"scores": [300, 500] if first == 0 else [500, 300]},
    )
    assert season.read(challenge)["table"] == before
    refused = season.client.patch(f"{V1}challenges/{challenge}/", {"best": 3})
    assert refused.json()["errors"][0]["code"] == "challenge_frozen"
    page = factories.browser().get(f"/tournois/challenges/{challenge}/").content.decode()
    assert 'class="podium"' in page
    assert season.client.delete(address).json()["table"] != before


def test_a_table_from_before_counts_by_its_points_or_its_order(played_evening):
    season, challenge, _night, _drawn = played_evening
    address = f"{V1}challenges/{challenge}/tables/"
    payload = {"name": "Octobre", "date": "2026-10-03"}
    text = "1. p0 & Zoé ; 12\n2. P1\t7,5\n3. Yann = 3"
    answer = season.client.post(address, {**payload, "text": text})
    assert answer.status_code == 201, answer.content
    got = {row["people"][0]["name"]: row["total"] for row in answer.json()["table"]}
    assert got == {"P0": 13, "P1": 8.5, "P2": 0, "P3": 0, "Zoé": 12, "Yann": 3}
    number = answer.json()["evenings"][-1]["table"]
    assert season.client.delete(f"{address}{number}/").status_code == 204
    answer = season.client.post(address, {**payload, "text": "Zoé\nP0\nYann"})
    got = {row["people"][0]["name"]: row["total"] for row in answer.json()["table"]}
    assert (got["Zoé"], got["P0"], got["Yann"]) == (2, 2, 0)


def test_a_pasted_table_is_shown_first_and_knows_the_people_of_all_its_clubs():
    season, other = Season(2), factories.club("voisins")
    officer = season.club.memberships.get().user
    other.memberships.create(user=officer, role="officer")
    far = factories.player("Zoé Roy", other)
    challenge = season.challenge(clubs=["voisins"])
    browser = factories.browser(officer)
    address = f"/tournois/challenges/{challenge}/tableaux/"
    text = "Rang\tNom\tPoints\n1\tP0 / ZOE ROY\t12\n2\tP1 / Yann\t7,5"
    payload = {"name": "Octobre", "date": "2026-10-03", "text": text}
    page = browser.post(address, payload)
    rows = page.context["list"]["rows"]
    assert [(row["out"], row["points"]) for row in rows] == [
        (True, None),
        (False, 12),
        (False, 7.5),
    ]
    known = [person["known"] for row in rows[1:] for person in row["people"]]
    assert known == [True, True, True, False]
    assert season.read(challenge)["evenings"] == []
    seen = page.context["list"]["seen"]
    assert browser.post(address, {**payload, "seen": seen}).status_code == 302
    got = {row["people"][0]["player"]: row["total"] for row in season.read(challenge)["table"]}
    assert got == {season.people[0].pk: 12, far.pk: 12, season.people[1].pk: 7.5, None: 7.5}


def test_points_copied_from_a_page_of_the_site_are_read():
    season = Season(0)
    challenge = season.challenge()
    text = "1\tZoé\t1\u202f200\n2\tYann\t−120"
    payload = {"name": "Octobre", "date": "2026-10-03", "text": text}
    answer = season.client.post(f"{V1}challenges/{challenge}/tables/", payload)
    assert answer.status_code in (200, 201), answer.content
    got = {row["people"][0]["name"]: row["total"] for row in season.read(challenge)["table"]}
    assert got == {"Zoé": 1200, "Yann": -120}


def duel(season, player, other, end, winner=0):
    """Play a match of two that ended at that moment, and return it."""
    seats = [SeatAsked(player=person.pk) for person in (player, other)]
    rules = {"wins_needed": 1}
    officer = Caller(season.club.memberships.get().user)
    match = factories.started("bataille", officer, seats=seats, club=season.club, rules=rules)
    match = factories.recorded(match, {"winner": winner})
    Match.objects.filter(pk=match.pk).update(finished_at=end)
    return match


def test_evenings_of_ordinary_matches_count_where_asked_and_follow_corrections():
    """Three matches of an evening, one of them after midnight, count once the challenge includes
    them.

    P0 wins two and P1 one. Then a result is corrected.
    """
    season = Season(3)
    challenge = season.challenge()
    first, second, third = season.people
    end = datetime(2026, 10, 3, 22, 30, tzinfo=PARIS)
    duel(season, first, second, end)
    last = duel(season, first, third, end + timedelta(hours=2))
    duel(season, second, third, end + timedelta(hours=1))
    duel(season, second, third, datetime(2027, 7, 1, 20, 0, tzinfo=PARIS))  # the season is over
    assert season.read(challenge)["table"] == []
    season.client.patch(f"{V1}challenges/{challenge}/", {"nights": True})
    standing = season.read(challenge)
    assert [(row["date"], row["tournament"], row["table"]) for row in standing["evenings"]] == [
        ("2026-10-03", None, None)
    ]
    # The ranks 1, 2 and 3 of three people are worth two points, one and none.
    assert season.totals(challenge) == {first.pk: 2, second.pk: 1, third.pk: 0}
    answer = season.client.put(f"{V1}matches/{last.pk}/entries/1/", {"winner": 1})
    assert answer.status_code == 200, answer.content
    # Each has now won one match, so all three share the first place, which is worth two points.
    assert season.totals(challenge) == {first.pk: 2, second.pk: 2, third.pk: 2}
    page = factories.browser().get(f"/tournois/challenges/{challenge}/")
    assert (page.status_code, season.club.name in page.content.decode()) == (200, True)
    season.client.post(f"{V1}challenges/{challenge}/freeze/", {})
    duel(season, first, second, end)
    assert season.totals(challenge) == {first.pk: 2, second.pk: 2, third.pk: 2}


class TestPeople:
    def test_a_hidden_person_is_told_neither_by_name_nor_by_number(self, played_evening):
        season, challenge, _night, _drawn = played_evening
        season.people[0].shown = "hidden"
        season.people[0].save()
        answer = season.read(challenge, factories.api())
        person = {"player": None, "name": "joueur anonyme"}
        assert person in [row["people"][0] for row in answer["table"]]
        page = factories.browser().get(f"/tournois/challenges/{challenge}/").content.decode()
        assert ">P1</bdi>" in page
        assert ">P0</bdi>" not in page  # between its tags: a public id may well hold « P0 »
        assert f"/joueurs/{season.people[0].pk}/" not in page

    def test_merged_people_are_one_in_a_frozen_table_too(self, played_evening):
        season, challenge, _night, _drawn = played_evening
        other = factories.player("P0 bis", season.club)
        season.client.post(
            f"{V1}challenges/{challenge}/tables/",
            {"name": "Octobre", "date": "2026-10-03", "text": "P0 bis ; 4\nP1 ; 1"},
        )
        season.client.post(f"{V1}challenges/{challenge}/freeze/", {})
        caller = factories.Caller(user=factories.site_owner())
        club_services.merge(survivor=season.people[0], absorbed=other, caller=caller)
        assert season.totals(challenge)[season.people[0].pk] == 5

    def test_a_forgotten_guest_is_on_no_table(self, played_evening):
        season, challenge, _night, _drawn = played_evening
        season.client.post(
            f"{V1}challenges/{challenge}/tables/",
            {"name": "Octobre", "date": "2026-10-03", "text": "Zoé Roy ; 4"},
        )
        season.client.post(f"{V1}challenges/{challenge}/freeze/", {})
        zoe = factories.player("Zoé Roy", season.club)
        club_services.forget(player=zoe, caller=factories.Caller(user=factories.site_owner()))
        names = [row["people"][0]["name"] for row in season.read(challenge)["table"]]
        assert "Zoé Roy" not in names
        assert len(names) == 5
        season.client.delete(f"{V1}challenges/{challenge}/freeze/")
        assert "Zoé" not in str(season.read(challenge))


def test_a_long_season_comes_in_pages(played_evening, monkeypatch):
    _season, challenge, _night, _drawn = played_evening
    monkeypatch.setattr(views, "CELLS", 0)
    monkeypatch.setattr(views, "FEWEST_LINES", 3)
    pages = [
        factories.browser().get(f"/tournois/challenges/{challenge}/", {"page": page}).context
        for page in (1, 2)
    ]
    ranks = [row.rank for page in pages for row in page["rows"]]
    assert [len(page["rows"]) for page in pages] == [3, 1]
    assert ranks == sorted(ranks)


def test_a_name_alone_among_points_is_not_given_some(played_evening):
    season, challenge, _night, _drawn = played_evening
    payload = {"name": "Octobre", "date": "2026-10-03", "text": "Paire 2 ; 12\nPaire 1"}
    answer = season.client.post(f"{V1}challenges/{challenge}/tables/", payload)
    assert answer.json()["errors"][0]["code"] == "points_missing"


class TestOfOneEvening:
    """Tests that leave the season unchanged, and therefore share one."""

    @pytest.fixture(scope="class")
    def played_evening(self, django_db_setup, django_db_blocker):
        with made_once(django_db_blocker):
            yield one_evening()

    @pytest.mark.parametrize(
        ("text", "code"),
        [(" \n", "blank"), ("Anne ; 3\nBruno", "points_missing"), ("Anne\n;;; 3", "line_unread")],
    )
    def test_an_unreadable_table_is_refused_whole(self, played_evening, text, code):
        season, challenge, _night, _drawn = played_evening
        payload = {"name": "Octobre", "date": "2026-10-03", "text": text}
        answer = season.client.post(f"{V1}challenges/{challenge}/tables/", payload)
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, code)
        assert len(season.read(challenge)["evenings"]) == 1

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"last": "2026-01-01"}, "dates_reversed"),
            ({"scale": "list"}, "places_needed"),
            ({"best": 3, "worst": 1}, "best_or_worst"),
            ({"clubs": ["autre"]}, "club_not_run"),
        ],
    )
    def test_what_makes_no_challenge_is_refused(self, played_evening, changes, code):
        season, challenge, _night, _drawn = played_evening
        factories.club("autre")
        answer = season.client.patch(f"{V1}challenges/{challenge}/", changes)
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, code)

    @pytest.mark.parametrize(
        ("text", "wanted"),
        [
            # A number at the end of a name belongs to the name if the lines have no points. Then
            # the order of the lines counts.
            ("1. Paire 2\n2. Paire 1", [("Paire 2", None), ("Paire 1", None)]),
            ("Les As du 10\nZoé\nYann", [("Les As du 10", None), ("Zoé", None), ("Yann", None)]),
            # Points that are marked by a sign or « pts » leave the numbers in the names.
            ("1. Paire 2 ; 12\n2. Paire 1 ; 7,5", [("Paire 2", 12), ("Paire 1", 7.5)]),
            ("Paire 2 12 pts\nPaire 1 7 pts", [("Paire 2", 12), ("Paire 1", 7)]),
            # A space alone may also separate the points.
            ("1. Zoé 12\n2. Yann 7,5", [("Zoé", 12), ("Yann", 7.5)]),
        ],
    )  # fmt: skip
    def test_the_end_of_a_name_is_no_points(self, played_evening, text, wanted):
        season, challenge, _night, _drawn = played_evening
        row = Challenge.objects.get(pk=challenge)
        read = services.table_preview(row, text, Caller(season.club.memberships.get().user))
        actual = [(row.called, read.points.get(row.row.at)) for row in read.rows]
        assert actual == wanted


def test_partners_share_their_rank_until_lots_are_asked_for_and_a_frozen_table_does_not_move():
    season, challenge = one_evening()[:2]
    address = f"{V1}challenges/{challenge}/"

    def ranks():
        rows = season.client.get(address).json()["table"]
        return [(row["rank"], row["tied"], row["decided_by"]) for row in rows]

    shared = [(1, True, None), (1, True, None), (3, True, "total"), (3, True, None)]
    assert ranks() == shared
    season.client.patch(address, {"lots": True})
    parted = [(1, False, None), (2, False, "lots"), (3, False, "total"), (4, False, "lots")]
    assert ranks() == parted
    season.client.post(f"{address}freeze/")
    assert season.client.patch(address, {"lots": False}).status_code == 400
    assert ranks() == parted
