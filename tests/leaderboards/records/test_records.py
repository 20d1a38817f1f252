"""Records: every fact of every game is found, withdrawn and passed on; some records are entered by
hand.
"""

import csv
import io
import re
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from random import Random

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from clubs.callers import Caller
from clubs.models import Player
from games import services
from games.models import Match
from games.registry import installed
from games.services import SeatAsked, StartAsked, Writing
from games.services.importing import EntryAsked, write_whole
from games.services.starting import create
from leaderboards import player_queries as people
from leaderboards.models import Feat, Found, Witness
from leaderboards.records import queries as records
from leaderboards.services import (
    catch_up,
    find_all_facts,
    find_facts,
    forget_names,
    mark_due,
    say_witness,
)
from tests import factories
from tests.extents import some
from tests.factories import ALL_TAKEN, HAND, IN_100
from tests.games.reference_matches import Whole
from tests.plain import plain

pytestmark = pytest.mark.django_db

GAMES = {
    game.slug: f"tests.games.{game.folder.name}.reference_matches"
    for game in installed.games()
    if game.folder.parent.name == "games"
}
CODES = [(slug, code) for slug in GAMES for code in installed.game_of(slug).words.facts]
SEEDS = 500
# French words that elide if a name beginning with a vowel follows.
ELIDED = re.compile(r"\b(de|que|jusque|lorsque|puisque|le|la|ne|se) %\((seat|side)\)s")


class Entry:
    """An entry's attributes; an attribute that is not given is None."""

    def __init__(self, data):
        self.__dict__.update(data)

    def __getattr__(self, name):
        return None


def showing(slug, code):
    """Return a random match of the game that shows the fact."""
    whole = shown_by_random(slug).get(code)
    if whole is None:
        pytest.fail(f"no match shows {code}")
    return whole


@cache
def shown_by_random(slug):
    """Return, for each fact of a game, the first random match that shows it. Each match is played
    only once.
    """
    game, random_match = installed.game_of(slug), import_module(GAMES[slug]).whole_match
    matches, wanted = {}, set(game.words.facts)
    # Most matches have random rules. Some facts need the game's first preset.
    for seed in range(SEEDS):
        whole = sampled(game, Random(seed)) if seed % 20 == 19 else random_match(Random(seed))
        rules = game.rules.model(**whole.rules)
        entries = [_filled(game, data) for data in whole.entries]
        sheet = game.replay(rules, whole.seats, entries)
        for fact in game.facts(rules, entries, sheet):
            matches.setdefault(fact.code, whole)
        if wanted <= matches.keys():
            break
    return matches


def sampled(game, random, longest=400):
    """Return a match under the first preset with the fewest seats, made of the game's own sample
    lines.
    """
    rules = game.rules.model(**game.presets[0].values)
    entries, fold = [], game.fold(rules, game.seats.least)
    while fold.result is None and len(entries) < longest:
        entries.append(game.demonstration.sample(rules, fold.sheet(), random))
        fold.add(_filled(game, entries[-1]))
    return Whole(game.presets[0].values, game.seats.least, entries, [], (), [], "", [])


def _filled(game, data):
    entry = game.entry.model()
    entry.fill(data)
    return entry


def played(slug, whole, club):
    """Store that match as a table of the club would have written it; return the match."""
    game, now = installed.game_of(slug), timezone.now()
    setup = StartAsked(
        game=game,
        preset=game.presets[0],
        seats=[SeatAsked(name=f"P{number}") for number in range(whole.seats)],
        rules=whole.rules,
    )
    created = create(setup, Writing(Caller()), "")
    write_whole(
        created,
        [EntryAsked(data, None, now) for data in whole.entries],
        False,
        now,
        Writing(Caller()),
    )
    Match.objects.filter(pk=created.loaded.match.pk).update(club=club)
    return Match.objects.get(pk=created.loaded.match.pk)


def shown_under(game, club, code):
    """Return the fact of that code, from the records or from their histories."""
    lines = {line.now.code: line.now for line in records.lines(game, [club.pk])}
    listed = {history.code: history.rows[0] for history in records.histories(game, [club.pk])}
    assert not lines.keys() & listed.keys()
    return (lines | listed)[code]


@pytest.mark.parametrize(("slug", "code"), some(CODES, 5, unpack=True))
def test_a_fact_appears_when_a_match_shows_it_and_goes_when_it_is_corrected_away(
    slug, code, django_capture_on_commit_callbacks
):
    club = factories.club()
    match = played(slug, showing(slug, code), club)
    find_facts(match_id=match.pk)
    assert Found.objects.filter(match=match, code=code, record=True).exists()
    fact = shown_under(installed.game_of(slug), club, code)
    assert fact.match == match.pk
    assert fact.text
    assert fact.title
    assert fact.value >= 0
    last = installed.game_of(slug).entry.model.objects.filter(match=match).count()
    with django_capture_on_commit_callbacks(execute=True):
        services.take_back(match_id=match.pk, number=last, by=factories.by_link(match))
    assert not Found.objects.exists()
    assert records.lines(installed.game_of(slug), [club.pk]) == []
    assert records.histories(installed.game_of(slug), [club.pk]) == []


def test_the_line_of_holders_and_a_record_that_is_corrected_away(
    django_capture_on_commit_callbacks,
):
    club, dix = factories.club(open_recording=True), installed.game_of("dix")
    matches = []
    # The matches to 100 points are won in two hands, then in one, then again in one. The third
    # match equals the record and does not take it.
    for hands in ([HAND, HAND], [ALL_TAKEN], [ALL_TAKEN]):
        with django_capture_on_commit_callbacks(execute=True):
            match = factories.started(club=club, rules=IN_100)
            for hand in hands:
                services.record(match_id=match.pk, data=hand, by=factories.by_link(match))
        matches.append(match)

    def holders():
        (line,) = [
            line for line in records.lines(dix, [club.pk]) if line.now.code == "fewest_hands"
        ]
        return [held.match for held in (line.now, *line.former)]

    first, second, third = (match.pk for match in matches)
    assert holders() == [second, first]
    with django_capture_on_commit_callbacks(execute=True):
        services.take_back(match_id=second, number=1, by=factories.by_link(matches[1]))
    assert holders() == [third, first]


def test_facts_of_a_deleted_match_go_and_the_record_passes_on(django_capture_on_commit_callbacks):
    club = factories.club(open_recording=True)
    with django_capture_on_commit_callbacks(execute=True):
        first, second = factories.finished(club=club), factories.finished(club=club)
    assert list(Found.objects.filter(record=True, code="fewest_hands").values_list("match")) == [
        (first.pk,)
    ]
    with transaction.atomic():
        Match.objects.get(pk=first.pk).delete()
    assert list(Found.objects.filter(record=True, code="fewest_hands").values_list("match")) == [
        (second.pk,)
    ]


def test_a_match_of_no_club_holds_no_record(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        factories.finished()
    assert not Found.objects.exists()


def test_all_facts_anew_are_the_facts_found_one_by_one(django_capture_on_commit_callbacks):
    club = factories.club(open_recording=True)
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(3):
            factories.finished(club=club)

    def facts():
        return list(
            Found.objects.order_by("match", "number").values_list(
                "match", "code", "value", "record"
            )
        )

    before = facts()
    assert before
    Found.objects.all().delete()
    find_all_facts(game="dix")
    assert facts() == before
    Found.objects.update(record=False)
    find_all_facts(game="dix")
    assert facts() == before
    # An upgrade of the boards: older programs found no facts, or other ones.
    Found.objects.all().delete()
    mark_due(game="dix", matches=[""])
    catch_up()
    assert facts() == before


def test_members_only_records_are_shown_to_members_alone(django_capture_on_commit_callbacks):
    club = factories.club(public=False, open_recording=True)
    with django_capture_on_commit_callbacks(execute=True):
        factories.finished(club=club)
    dix, member = installed.game_of("dix"), Caller(user=factories.member(club))
    assert records.lines(dix, records.clubs_of(None, Caller())) == []
    assert [line.now.code for line in records.lines(dix, records.clubs_of(None, member))] == [
        "fewest_hands"
    ]


@pytest.mark.parametrize("slug", GAMES)
def test_every_fact_has_a_title_and_every_history_is_of_a_fact(slug):
    words = installed.game_of(slug).words
    assert words.titles.keys() == words.facts.keys()
    assert words.histories.keys() <= words.facts.keys()
    assert all(str(title) for title in [*words.titles.values(), *words.histories.values()])


@pytest.mark.parametrize("slug", GAMES)
def test_no_name_in_a_fact_wants_an_elision(slug):
    # « un yams de Inès » would be wrong, so no sentence puts such a word before a name.
    for text in installed.game_of(slug).words.facts.values():
        assert not ELIDED.search(str(text)), str(text)


PARTIE = {"bidder": 0, "partie": True, "taken": 100}
DAYS = [datetime(2026, 1, day, 12, tzinfo=UTC) for day in range(1, 29)]


def won_by_partie(club, day, **changes):
    """A match of the club that its first seat won by bidding « la partie », ended that day."""
    match = factories.recorded(factories.started(club=club, **changes), PARTIE)
    Match.objects.filter(pk=match.pk).update(finished_at=day)
    find_facts(match_id=match.pk)
    return match


def witness_of(match):
    return Witness.objects.filter(match=match).values_list("code", "name").first()


class TestHistories:
    """« Historique des parties misées et gagnées », with witness and date."""

    @pytest.fixture
    def club(self):
        return factories.club("ici", open_recording=True)

    @pytest.fixture
    def officer(self, club):
        return factories.member(club, "officer")

    def test_every_occurrence_is_listed_newest_first_and_beats_none(self, club):
        first, last, middle = (won_by_partie(club, DAYS[day]) for day in (0, 9, 4))
        body = factories.api().get("/api/v1/records/dix/?club=ici").json()
        assert "partie_won" not in [line["code"] for line in body["records"]]
        (history,) = body["histories"]
        assert [event["match"] for event in history["events"]] == [last.pk, middle.pk, first.pk]
        assert (history["code"], history["more"]) == ("partie_won", False)
        assert history["title"] == "Historique des parties misées et gagnées"
        event = history["events"][0]
        assert event["text"] == "Anne a misé et gagné la partie, à la brasse 1."
        assert (event["title"], event["value"], event["preset"], event["witness"]) == (
            "Partie misée et gagnée",
            1.0,
            "Traditionnel",
            "",
        )
        page = factories.browser().get("/records/dix/?club=ici").content.decode()
        assert "Historique des parties misées et gagnées</h2>" in page
        listed = page.partition("Historique des parties")[2]
        days = [listed.index(f">{day} janvier 2026") for day in ("10", "5", "1er")]
        assert days == sorted(days)
        assert listed.count("Anne a misé et gagné la partie, à la brasse 1.") == 3
        file = factories.browser().get("/records/dix/csv/?club=ici").content.decode()
        rows = list(csv.DictReader(io.StringIO(file.removeprefix("\ufeff"))))
        listed = [row for row in rows if row["Record"] == "Partie misée et gagnée"]
        assert [row["Date"] for row in listed] == ["2026-01-10", "2026-01-05", "2026-01-01"]
        assert {(row["Qui"], row["Tenu encore"], row["Variante"]) for row in listed} == {
            ("Anne", "", "Traditionnel")
        }

    def test_the_page_has_the_last_and_the_file_all(self, club, monkeypatch):
        monkeypatch.setattr(records, "LAST", 2)
        monkeypatch.setattr(records, "AT_ONCE", 2)
        for day in range(3):
            won_by_partie(club, DAYS[day])
        (history,) = factories.api().get("/api/v1/records/dix/").json()["histories"]
        assert [event["since"][:10] for event in history["events"]] == ["2026-01-03", "2026-01-02"]
        assert history["more"] is True
        page = factories.browser().get("/records/dix/").content.decode()
        assert "Les plus anciens sont dans le tableur." in page
        file = factories.browser().get("/records/dix/csv/").content.decode()
        assert file.count("Partie misée et gagnée") == 3

    def test_members_only_events_are_shown_to_members_alone(self):
        club = factories.club("prive", public=False, open_recording=True)
        match = won_by_partie(club, DAYS[0])
        assert factories.api().get("/api/v1/records/dix/").json()["histories"] == []
        member = factories.api(factories.member(club)).get("/api/v1/records/dix/").json()
        assert [event["match"] for event in member["histories"][0]["events"]] == [match.pk]

    def test_an_officer_writes_changes_and_empties_the_witness(self, club, officer):
        match = won_by_partie(club, DAYS[0])
        path, client = f"/records/dix/{match.pk}/partie_won/temoin/", factories.browser(officer)
        assert path in client.get("/records/dix/").content.decode()
        assert path not in factories.browser().get("/records/dix/").content.decode()
        for name in ("Jean", "Zoé <b>Roy</b>"):
            answer = client.post(path, {"witness": name})
            assert (answer.status_code, answer["Location"]) == (302, "/records/dix/?club=ici")
            assert witness_of(match) == ("partie_won", name)
        page = plain(client.get("/records/dix/").content.decode())
        assert "témoin : Zoé &lt;b&gt;Roy&lt;/b&gt;" in page
        assert 'value="Zoé &lt;b&gt;Roy&lt;/b&gt;"' in client.get(path).content.decode()
        wrong = client.post(path, {"witness": "x" * 81})
        assert wrong.status_code == 400
        assert "Un nom a 80 caractères au plus" in wrong.content.decode()
        assert client.post(path, {"witness": " "}).status_code == 302
        assert witness_of(match) is None

    def test_the_same_over_the_api(self, club, officer):
        match = won_by_partie(club, DAYS[0])
        path, client = f"/api/v1/records/dix/{match.pk}/partie_won/", factories.api(officer)
        answer = client.put(path, {"witness": "Jean"})
        assert (answer.status_code, answer.json()) == (
            200,
            {"match": match.pk, "code": "partie_won", "witness": "Jean"},
        )
        (history,) = client.get("/api/v1/records/dix/").json()["histories"]
        assert history["events"][0]["witness"] == "Jean"
        for body, code in (
            ({"witness": "x" * 81}, "name_too_long"),
            ({"witness": "a\u0007b"}, "name_control"),
            ({}, "required"),
        ):
            (error,) = client.put(path, body).json()["errors"]
            assert (error["attr"], error["code"]) == ("witness", code)
        assert client.put(path, {"witness": ""}).json()["witness"] == ""
        assert witness_of(match) is None

    def test_a_record_has_no_witness_of_its_own(self, club, officer):
        match = won_by_partie(club, DAYS[0])
        client = factories.api(officer)
        for slug, code in (("dix", "fewest_hands"), ("yams", "partie_won"), ("dix", "rien")):
            path = f"/api/v1/records/{slug}/{match.pk}/{code}/"
            assert client.put(path, {"witness": "Jean"}).status_code == 404
        assert not Witness.objects.exists()

    def test_the_witness_outlives_a_recount_and_a_correction(
        self, club, officer, django_capture_on_commit_callbacks
    ):
        match = won_by_partie(club, DAYS[0])
        by = Caller(user=officer)
        fact = records.event(installed.game_of("dix"), match.pk, "partie_won", by)
        say_witness(fact=fact, name="Jean", caller=by)
        with django_capture_on_commit_callbacks(execute=True):
            services.take_back(match_id=match.pk, number=1, by=Writing(by))
        assert not Found.objects.exists()
        with django_capture_on_commit_callbacks(execute=True):
            services.record(match_id=match.pk, data=PARTIE, by=Writing(by))
        Found.objects.all().delete()
        find_all_facts(game="dix")
        (history,) = records.histories(installed.game_of("dix"), [club.pk])
        assert [row.witness for row in history.rows] == ["Jean"]

    def test_one_witness_a_fact_whoever_writes(self, club):
        match = won_by_partie(club, DAYS[0])
        Witness.objects.create(match=match, code="partie_won", name="Jean")
        with pytest.raises(IntegrityError), transaction.atomic():
            Witness.objects.create(match=match, code="partie_won", name="Zoé")

    def test_it_goes_with_its_match_and_a_forgotten_name_leaves_it(self, club):
        match = won_by_partie(club, DAYS[0])
        Witness.objects.create(match=match, code="partie_won", name="zoé roy")
        forget_names(player_id=1, names=["Zoé Roy"])
        assert witness_of(match) == ("partie_won", "joueur retiré")
        Match.objects.get(pk=match.pk).delete()
        assert not Witness.objects.exists()

    def test_a_players_events_are_theirs_and_never_beaten(self, club):
        anne = factories.player("Anne", club)
        others = [factories.player(name, club) for name in ("Bruno", "Chloé", "David")]
        seats = [SeatAsked(player=player.pk) for player in (anne, *others)]
        matches = [won_by_partie(club, DAYS[day], seats=seats) for day in range(2)]
        Witness.objects.create(match=matches[1], code="partie_won", name="Jean")
        own = [
            line for line in people.held_by(anne, [club.pk], 12) if line.held.code == "partie_won"
        ]
        assert [(line.held.match, line.still, line.held.witness) for line in own] == [
            (matches[1].pk, True, "Jean"),
            (matches[0].pk, True, ""),
        ]
        assert "partie_won" not in [
            line.held.code for line in people.held_by(others[0], [club.pk], 12)
        ]

    def test_the_last_of_a_player_s_records_and_events_are_listed(self, club):
        anne, *others = [factories.player(name, club) for name in ("Anne", "Bruno", "Chloé", "D")]
        seats = [SeatAsked(player=player.pk) for player in (anne, *others)]
        matches = [won_by_partie(club, DAYS[day], seats=seats) for day in range(3)]
        listed = [(line.held.code, line.held.match) for line in people.held_by(anne, [club.pk], 20)]
        events = [match for code, match in listed if code == "partie_won"]
        assert events == [matches[2].pk, matches[1].pk, matches[0].pk]
        assert ("fewest_hands", matches[0].pk) in listed
        shorter = people.held_by(anne, [club.pk], 2)
        assert [(line.held.code, line.held.match) for line in shorter] == listed[:2]

    def test_it_costs_the_same_few_queries_however_many(
        self, club, officer, django_assert_max_num_queries
    ):
        client = factories.browser(officer)
        for day in range(3):
            names = [factories.player(f"P{day}{seat}", club) for seat in range(4)]
            seats = [SeatAsked(player=player.pk) for player in names]
            match = won_by_partie(club, DAYS[day], seats=seats)
            Witness.objects.create(match=match, code="partie_won", name="Jean")
            # The queries are for the session, the account, the clubs and the stored facts; for
            # the rows, matches, seats and players of records and of events; for witnesses,
            # records by hand, who may be seen, the form's people, and the menu's.
            with django_assert_max_num_queries(16):
                assert client.get("/records/dix/").status_code == 200
            with django_assert_max_num_queries(12):
                assert factories.api().get("/api/v1/records/dix/").status_code == 200


class TestThePage:
    @pytest.fixture
    def club(self):
        return factories.club("ici", open_recording=True)

    def ended(self, club, *hands, **changes):
        match = factories.started(club=club, rules=IN_100, **changes)
        factories.recorded(match, *hands)
        find_facts(match_id=match.pk)
        return match

    def test_a_line_says_what_it_is_the_record_of_its_figure_and_its_variant(self, club):
        self.ended(club, HAND, HAND)
        self.ended(club, ALL_TAKEN)
        (line,) = [
            line
            for line in factories.api().get("/api/v1/records/dix/").json()["records"]
            if line["code"] == "fewest_hands"
        ]
        # Two hands, then one: the values are shown as they are, although less is better.
        assert (line["title"], line["value"], line["former"][0]["value"]) == (
            "Match le plus court",
            1.0,
            2.0,
        )
        page = factories.browser().get("/records/dix/").content.decode()
        assert "Match le plus court</h2>" in page
        assert "Tenu avant (1)</summary>" in page
        assert "Traditionnel" in page
        assert "saison" not in page.lower()
        english = factories.browser().get("/records/dix/", headers={"accept-language": "en"})
        assert "Held before (1)</summary>" in english.content.decode()
        file = factories.browser().get("/records/dix/csv/").content.decode()
        assert file.splitlines()[1].startswith(
            "Match le plus court,Une seule brasse a suffi à Anne et Chloé."
        )

    def test_holders_lead_to_their_page_where_the_reader_may_see_them(self, club):
        names = ("Anne", "Bruno", "Chloé Roy", "David")
        anne, bruno, chloe, david = (factories.player(name, club) for name in names)
        anne.shown = Player.Shown.HIDDEN
        chloe.shown = Player.Shown.INITIALS
        anne.save(), chloe.save()
        seats = [SeatAsked(player=player.pk) for player in (anne, bruno, chloe, david)]
        self.ended(club, ALL_TAKEN, seats=seats)
        page = factories.browser().get("/records/dix/").content.decode()
        assert f'href="/joueurs/{anne.pk}/"' not in page
        assert f'href="/joueurs/{chloe.pk}/"' in page
        assert "Anne" not in page
        assert "Chloé Roy" not in page
        # A hidden person's seat leads to nobody, not even for another member of the club.
        fellow = factories.browser(factories.member(club)).get("/records/dix/").content.decode()
        assert f'href="/joueurs/{anne.pk}/"' not in fellow

    def test_an_officer_is_led_to_where_one_is_written(self, club):
        account = factories.member(club, "officer")
        client, page = factories.browser(account), "/records/dix/"
        # An officer of one club gets the form there, and it names the club.
        assert f'action="{page}?club=ici"' in client.get(page).content.decode()
        other = factories.club("la-bas")
        other.memberships.create(user=account, role="officer")
        factories.club("ailleurs").memberships.create(user=account, role="member")
        text = client.get(page).content.decode()
        assert '<form method="post" action="/records' not in text
        assert "/records/dix/?club=la-bas#write" in text
        assert "club=ailleurs#write" not in text
        assert "#write" not in factories.browser().get(page).content.decode()

    def test_people_are_listed_as_people_sort(self, club):
        for name in ("Raz", "Élise Gauthier", "denis", "Fanny"):
            factories.player(name, club)
        client = factories.browser(factories.member(club, "officer"))
        form = client.get("/records/dix/?club=ici").context["form"]
        names = [label for _value, label in form.fields["players"].choices]
        assert names == ["denis", "Élise Gauthier", "Fanny", "Raz"]

    def test_removing_asks_first(self, club):
        feat = Feat.objects.create(game="dix", club=club, text="Dix", date="2026-01-01")
        client = factories.browser(factories.member(club, "officer"))
        page = client.get("/records/dix/?club=ici").content.decode()
        before, _form, after = page.partition(f'action="/records/dix/{feat.pk}/retirer/"')
        # The button is inside a `details` element that is closed at first.
        assert before.rpartition("<details")[2].startswith(' class="feats__out no-print">')
        assert "</details>" not in before.rpartition("<details")[2]
        assert "Retirer ce fait</button>" in after.partition("</details>")[0]


class TestByHand:
    def body(self, of, **changes):
        return {"text": "Trois dix de suite", "date": "2026-01-31", "club": of.slug, **changes}

    def test_an_officer_writes_one_with_its_witness_and_takes_it_off(self):
        club = factories.club()
        player = factories.player("Mattéo", club)
        client = factories.api(factories.member(club, "officer"))
        body = self.body(club, players=[player.pk], witness="Jean")
        answer = client.post("/api/v1/records/dix/", body)
        assert answer.status_code == 201
        feat = answer.json()
        assert feat | {"id": 0} == {
            "id": 0,
            "text": "Trois dix de suite",
            "date": "2026-01-31",
            "players": [{"id": player.pk, "name": "Mattéo"}],
            "witness": "Jean",
            "club": club.slug,
        }
        assert factories.api().get("/api/v1/records/dix/").json()["written"] == [feat]
        assert factories.api().get("/api/v1/records/yams/").json()["written"] == []
        assert client.delete(f"/api/v1/records/yams/{feat['id']}/").status_code == 404
        assert client.delete(f"/api/v1/records/dix/{feat['id']}/").status_code == 204
        assert not Feat.objects.exists()

    @pytest.mark.parametrize(
        ("changes", "attr", "code"),
        [
            ({"date": "2999-01-01"}, "date", "date_to_come"),
            ({"text": ""}, "text", "blank"),
            ({"players": [999999]}, "players", "player_unknown"),
            ({"club": "nulle-part"}, "club", "club_unknown"),
        ],
    )
    def test_what_is_refused(self, changes, attr, code):
        club = factories.club()
        client = factories.api(factories.member(club, "officer"))
        answer = client.post("/api/v1/records/dix/", self.body(club, **changes))
        assert answer.status_code == 400
        (error,) = answer.json()["errors"]
        assert (error["attr"], error["code"]) == (attr, code)
        assert not Feat.objects.exists()

    def test_the_page_writes_and_removes(self):
        club = factories.club("ici")
        client = factories.browser(factories.member(club, "officer"))
        page = "/records/dix/?club=ici"
        assert client.post(page, {"text": "Un <b>dix</b>", "date": "2026-01-31"}).status_code == 302
        text = client.get(page).content.decode()
        assert "Un &lt;b&gt;dix&lt;/b&gt;" in text
        wrong = client.post(page, {"text": "x", "date": "2999-01-01"})
        assert wrong.status_code == 400
        assert "Cette date est à venir" in wrong.content.decode()
        feat = Feat.objects.get()
        assert client.post(f"/records/dix/{feat.pk}/retirer/").status_code == 302
        assert not Feat.objects.exists()

    def test_a_name_that_is_forgotten_leaves_the_words(self):
        club = factories.club()
        feat = Feat.objects.create(
            game="dix", club=club, text="Zoé Roy gagne", date="2026-01-01", witness="zoé roy"
        )
        forget_names(player_id=1, names=["Zoé Roy"])
        feat.refresh_from_db()
        assert (feat.text, feat.witness) == ("joueur retiré gagne", "joueur retiré")
