"""The club's own model of hands: from which matches it is made, in how many queries, and where it
is named.
"""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.dix.analysis.equity import club_model
from games.dix.analysis.equity.club_model import club_of, model_for
from games.dix.analysis.equity.hand_model import solved_model
from games.dix.analysis.reviews import review_jobs, reviews
from games.dix.models import DixHand, DixRules, HandReview
from games.models import Match, Status
from tests import factories
from tests.factories import ALL_TAKEN
from tests.games.dix.analysed import first_judged
from tests.games.dix.reviewed import SLIPPED, unjudged
from tests.plain import plain

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.nightly,
]

WORDS = "Modèle « les mains du club » : 500 brasses de ses matchs."


@pytest.fixture(autouse=True)
def _forgotten():
    """Clear the fitted models, because the same ids occur again in other tests."""
    club_model._fitted.cache_clear()


@pytest.fixture
def club():
    return factories.club(open_recording=True)


def played(club, count=50, hands=10, *, status=Status.FINISHED, taken=60, **rules):
    """Create `count` matches of `hands` hands each: the sides bid 60 alternately and take
    `taken`.
    """
    over = status == Status.FINISHED
    now = timezone.now() - timedelta(days=1)
    ended = {"finished_at": now, "ended_by": "target"} if over else {}
    matches = Match.objects.bulk_create(
        Match(game="dix", preset="traditionnel", club=club, status=status, **ended)
        for _number in range(count)
    )
    DixRules.objects.bulk_create(DixRules(match=match, club=club, **rules) for match in matches)
    DixHand.objects.bulk_create(
        DixHand(match=match, club=club, number=1 + number, bidder=number % 2, bid=60, taken=taken)
        for match in matches
        for number in range(hands)
    )
    return matches


def model(club, **rules):
    return model_for(DixRules(**rules), club.pk)


def test_enough_hands_give_the_club_its_model(club, django_assert_num_queries):
    played(club)
    with django_assert_num_queries(3):
        fitted = model(club)
    assert (fitted.name, fitted.hands) == ("club_hands", 500)
    # The first number is the bidder's place in the speaking order. The first speaker bids in the
    # first two hands of every four, the third speaker in the other two.
    assert fitted._times == {(0, 60, 60): 300, (2, 60, 60): 200}
    with django_assert_num_queries(1):
        assert model(club) is fitted


def test_one_hand_less_is_too_few(club):
    matches = played(club)
    DixHand.objects.filter(match=matches[0], number=10).delete()
    assert model(club) is solved_model(40)


@pytest.mark.parametrize(
    "other",
    [
        {"status": Status.IN_PROGRESS},
        {"status": Status.ABANDONED},
        {"min_bid": 55},
        {"bid_format": "success_or_zero"},
        {"partie": "stake"},
    ],
)
def test_only_finished_matches_of_such_rules_count(club, other):
    played(club, 49)
    played(club, 1, **other)
    assert model(club) is solved_model(40)
    # Target and defence cap do not change a hand, so a match with other values counts.
    played(club, 1, target=600, defence_cap=None)
    assert model(club).hands == 500


def test_only_the_club_s_own_matches_count(club):
    played(factories.club())
    played(None)
    assert model(club) is solved_model(40)
    assert model_for(DixRules(), None) is solved_model(40)


def test_with_money_it_is_the_solved_deals(club, django_assert_num_queries):
    with django_assert_num_queries(0):
        chosen = model(club, bid_format="buy_money", initial_money=20, min_bid=1)
    assert chosen is solved_model(40)


def test_new_hands_count_by_the_hundred_and_corrections_at_once(club):
    matches = played(club)
    first = model(club)
    played(club, 9)
    assert model(club) == first
    played(club, 1)
    assert model(club).hands == 600
    DixHand.objects.filter(match=matches[0], number=1).update(taken=65)
    Match.objects.filter(pk=matches[0].pk).update(version=2)
    assert sum(times for cell, times in model(club)._times.items() if cell[2] == 65) == 1


def test_only_the_newest_matches_count(club, monkeypatch):
    monkeypatch.setattr(club_model, "MOST_MATCHES", 60)
    old = played(club, 10, taken=90, hands=1)
    Match.objects.filter(pk__in=[match.pk for match in old]).update(
        finished_at=timezone.now() - timedelta(days=9)
    )
    played(club, 59)
    # With 69 matches the ten oldest still count; they are all dropped as soon as there are 70.
    assert any(cell[2] == 90 for cell in model(club)._times)
    played(club, 1)
    assert not any(cell[2] == 90 for cell in model(club)._times)


def chances(match, caller):
    return factories.api(caller).get(f"/api/v1/matches/{match.pk}/chances/").json()


def test_page_and_api_name_the_model(club, client):
    played(club)
    match = factories.finished(club=club)
    body = chances(match, None)
    assert body["model"]["code"] == "club_hands"
    assert plain(body["model"]["text"]) == WORDS
    assert WORDS in plain(client.get(f"/parties/{match.pk}/").content.decode())
    english = client.get(f"/parties/{match.pk}/", headers={"accept-language": "en"})
    assert "Model “the club's hands”: 500 hands of its matches." in plain(
        english.content.decode().replace("&#x27;", "'")
    )
    # A match of another club, or of no club, uses the solved deals.
    for other in (factories.finished(club=factories.club(open_recording=True)), None):
        other = other or factories.finished()
        assert chances(other, None)["model"]["code"] == "solved_deals"


def test_a_link_to_one_match_tells_nothing_of_its_club(club):
    """A reader who sees one match of a private club by its link gets the chances from solved
    deals.
    """
    played(club)
    match = factories.recorded(factories.started(club=club, rules=factories.IN_100))
    seeing = factories.made(match, "see").token
    factories.recorded(match, ALL_TAKEN)
    club.public = False
    club.save()
    stranger = factories.user()
    assert factories.api(stranger).get(f"/api/v1/matches/{match.pk}/chances/").status_code == 404
    assert chances(match, factories.member(club))["model"]["code"] == "club_hands"
    answer = factories.api(HTTP_X_MATCH_TOKEN=seeing).get(f"/api/v1/matches/{match.pk}/chances/")
    assert answer.json()["model"]["code"] == "solved_deals"


# --- The lab ------------------------------------------------------------------------------------


@pytest.mark.parametrize("question", ["chance-de-gagner", "que-miser"])
def test_the_lab_counts_the_hands_of_the_asker_s_club_and_names_it(club, question):
    played(club)
    browser, address = factories.browser(factories.member(club)), f"/labo/dix/{question}/"
    words = f"500 brasses des matchs de « {club.name} »."

    def remarks_of(client, **more):
        answer = client.get(address, more).context["answer"]
        return " ".join(plain(str(remark)) for remark in answer.remarks), answer

    remarks, answer = remarks_of(browser)
    assert words in remarks.replace("\u2068", "").replace("\u2069", "")
    # A member who asks for the solved deals gets them. Callers outside the club always do.
    deals, other = remarks_of(browser, model="solved_deals")
    assert "Modèle « donnes résolues »" in deals
    assert other.sentence != answer.sentence
    for caller in (None, factories.user(), factories.site_owner()):
        assert remarks_of(factories.browser(caller))[0] == deals
    # Rules that the club does not play also use the solved deals.
    assert "donnes résolues »" in remarks_of(browser, preset="reussie-ou-zero")[0]


def test_of_several_clubs_that_with_most_hands_counts(club):
    other = factories.club()
    member = factories.member(club)
    other.memberships.create(user=member)
    assert club_of(factories.Caller(member), DixRules()) is None
    played(club)
    assert club_of(factories.Caller(member), DixRules()) == club
    played(other, 60)
    assert club_of(factories.Caller(member), DixRules()) == other
    assert club_of(factories.Caller(), DixRules()) is None


# --- The review of a hand -----------------------------------------------------------------------


def reviewed_match(club):
    match = factories.started(club=club, rules={"target": 140})
    return factories.recorded(match, SLIPPED, {"bidder": 1, "bid": 100, "taken": 100})


def test_a_review_counts_by_the_club_s_hands_and_says_so(club):
    match = reviewed_match(club)
    page = f"/parties/{match.pk}/lignes/1/analyse/"
    first_judged(match.pk)
    before = factories.browser().get(page).context["review"]
    assert "donnes résolues" in before.models[0]
    played(club)
    first_judged(match.pk)
    after = factories.browser().get(page).context["review"]
    assert [plain(model) for model in after.models] == [WORDS]
    assert after.notes[0].seen != before.notes[0].seen
    body = factories.api().get(f"/api/v1/matches/{match.pk}/entries/1/review/").json()
    assert body["seen"]["model"]["code"] == "club_hands"


def test_the_second_judge_is_kept_for_who_may_see_the_club_and_for_others(club):
    """A reader of one match of a private club gets a judgement that does not use that club's
    hands.
    """
    played(club)
    match = reviewed_match(club)
    seeing = factories.made(match, "see").token
    club.public = False
    club.save()
    member = factories.Caller(factories.member(club))
    reader = factories.Caller(any_token=seeing)
    (_table, theirs), (_other, ours) = (
        reviews.find_hand_of(match.pk, 1, caller) for caller in (reader, member)
    )
    assert (theirs.by_club, ours.by_club) == (False, True)
    assert reviews.keep_judgement(ours, unjudged(ours) | {"unit": "chance"})
    assert reviews.kept_judgement(theirs) is None
    assert reviews.keep_judgement(theirs, unjudged(theirs))
    assert reviews.kept_judgement(theirs)["unit"] == "points"
    assert reviews.kept_judgement(ours)["unit"] == "chance"
    assert HandReview.objects.count() == 1


def test_the_job_judges_as_who_started_it_may_see(club, monkeypatch):
    played(club)
    match = reviewed_match(club)
    monkeypatch.setattr(reviews, "second_judge", lambda recorded, progress: unjudged(recorded))
    models = []
    monkeypatch.setattr(reviews, "solve_chances", lambda recorded, report: None)
    monkeypatch.setattr(
        reviews, "prepare", lambda recorded, report: models.append(recorded.model.name)
    )
    for by_club in (True, False):
        review_jobs.run(Unheard(), {"match": match.pk, "number": 1, "by_club": by_club})
    assert models == ["club_hands", "solved_deals"]


class Unheard:
    """Stands for a job's progress; nobody reads it."""

    def update(self, done, total=0):
        """Ignore the progress."""
