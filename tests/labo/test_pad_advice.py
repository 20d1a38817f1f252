"""The lab's advice on a match's pad: it is the lab's answer for the same state, shown to those who
may record.
"""

import json
from fractions import Fraction
from random import Random
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import pytest

from games.models import Match
from games.presentation.table import Table
from games.presentation.wording import figure
from labo.views import matches
from tests import factories
from tests.extents import some

# The advice is computed from the request alone, so nothing here depends on the kind of database.
pytestmark = pytest.mark.django_db
SEATS = factories.SEATS[:2]
# The number of queries of one answer, in a match of any length.
QUERIES = 5


class Scribe:
    """A phone that scores a table, and asks for the lab's advice with the values of its pad."""

    def __init__(self, game, *lines, wanted=True, **changes):
        self.table = factories.table(None, *lines, **{"game": game, "seats": SEATS, **changes})
        if wanted:
            assert self.table.patch(advice=True).status_code == 200
        self.browser = factories.browser()
        self.browser.get(f"/parties/{self.table.id}/marquer/{self.table.token}/")

    @property
    def address(self):
        return f"/labo/parties/{self.table.id}/conseil/"

    @property
    def page(self):
        return self.browser.get(f"/parties/{self.table.id}/").content.decode()

    def ask(self, language="fr", **taps):
        taps = {"after": Match.objects.get(pk=self.table.id).version, **taps}
        return self.browser.get(self.address, taps, headers={"accept-language": language})

    def advice_and_answer(self, **taps):
        """Return what the pad says, and the lab's whole answer to the same question over HTTP, with
        its conditions.
        """
        (link,) = self.ask(**taps).context["advice"]
        answer = factories.api().get(f"/api/v1{link.url}").json()
        given = {name: values[0] for name, values in parse_qs(urlsplit(link.url).query).items()}
        return plain(link.in_short), answer | {"conditions": given}


def figures_of(answer):
    return {
        figure["code"]: figure["number"] and figure["number"]["value"]
        for figure in answer["figures"]
    }


def plain(words):
    return [text.replace("\N{NO-BREAK SPACE}", " ") for text in words]


# --- Who sees it -----------------------------------------------------------------------------


def test_off_unless_the_table_asked():
    phone = Scribe("dix-mille", wanted=False)
    assert 'id="advice"' not in phone.page
    assert phone.ask(mode="dice").status_code == 404
    assert phone.table.patch(advice=True).status_code == 200
    assert 'id="advice"' in phone.page
    assert phone.ask(mode="dice").status_code == 200


@pytest.mark.parametrize("game", ["dix-mille", "yams"])
def test_who_only_watches_sees_none(client, game):
    phone = Scribe(game)
    page = client.get(f"/parties/{phone.table.id}/").content.decode()
    assert 'id="advice"' not in page
    assert client.get(phone.address).status_code == 403


def test_nor_who_may_not_see_the_match(client):
    club = factories.club(public=False)
    table = factories.table(
        factories.api(factories.member(club, "officer")), game="yams", seats=SEATS, club=club.slug
    )
    table.patch(advice=True)
    address = f"/labo/parties/{table.id}/conseil/"
    assert client.get(address).status_code == 404
    client.force_login(factories.member(club))
    assert client.get(address).status_code == 403
    client.force_login(factories.member(club, "scorer"))
    assert client.get(address).status_code == 200


def test_never_in_a_tournament():
    phone = Scribe("dix-mille", wanted=False)
    Match.objects.filter(pk=phone.table.id).update(event_id="tournoi")
    assert phone.table.patch(advice=True).status_code == 400
    assert 'id="advice"' not in phone.page
    assert phone.ask(mode="dice").status_code == 404


def test_nor_in_a_match_that_came_into_one():
    """The database refuses such a row, and a page would not advise in the match either."""
    wanted = {"advice": True, "status": "in_progress"}
    of_a_tournament = SimpleNamespace(match=Match(**wanted, event_id="tournoi"))
    assert not Table.advised.fget(of_a_tournament)
    assert Table.advised.fget(SimpleNamespace(match=Match(**wanted)))


def test_none_once_it_is_abandoned():
    phone = Scribe("dix-mille")
    phone.table.patch(status="abandoned")
    assert phone.ask(mode="dice").status_code == 404


def test_a_game_without_such_questions_has_none():
    assert 'id="advice"' not in Scribe("maitre", seats=factories.SEATS[:3]).page


def test_recording_asks_for_none(monkeypatch):
    def refuse(pad):
        raise AssertionError("advice while recording")

    monkeypatch.setattr(matches, "about_pad", refuse)
    phone = Scribe("dix-mille", {"points": 700})
    values = {"after": 3, "mode": "points", "points": "700"}
    record = f"/parties/{phone.table.id}/inscrire/"
    answer = phone.browser.post(record, values, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert f'hx-get="{phone.address}"' in answer.content.decode()
    assert len(phone.table.body()["entries"]) == 2


def test_a_phone_that_plays_by_itself_knows_where_to_ask():
    phone = Scribe("yams")
    data = json.loads(phone.browser.get(f"/parties/{phone.table.id}/jeu.json").content)
    assert data["addresses"]["advice_url"] == phone.address
    phone.table.patch(advice=False)
    data = json.loads(phone.browser.get(f"/parties/{phone.table.id}/jeu.json").content)
    assert data["addresses"]["advice_url"] is None


def test_a_pad_of_an_older_version_gets_nothing():
    phone = Scribe("dix-mille", {"points": 700})
    assert phone.ask(mode="dice", after=2).context["advice"] == []
    assert phone.ask(mode="dice", after="").context["advice"] == []


def test_it_takes_no_more_queries_as_the_match_grows(django_assert_num_queries):
    phone = Scribe("yams")
    taps = {f"die_{place}": "5" for place in range(1, 6)}
    phone.ask(**taps)
    before = phone.table.body()["version"]
    with django_assert_num_queries(QUERIES):
        phone.browser.get(phone.address, {"after": before, **taps})
    for row in ("1", "2"):
        phone.table.record({"column": "libre", "row": row, "value": 0, "barred": True, "throws": 3})
        phone.table.record({"column": "libre", "row": row, "value": 0, "barred": True, "throws": 3})
    after = phone.table.body()["version"]
    assert after == before + 4
    with django_assert_num_queries(QUERIES):
        phone.browser.get(phone.address, {"after": after, **taps})


# --- 10 000 ----------------------------------------------------------------------------------


def test_a_turn_begins_with_what_it_is_worth():
    sentences, answer = Scribe("dix-mille").advice_and_answer(mode="dice")
    figures = figures_of(answer)
    assert sentences == [
        f"Ce tour : {round(figures['roll'])} points en moyenne",
        f"tour perdu : {round(100 * figures['bust'])} %",
    ]


@pytest.mark.parametrize("seed", some(range(4), 4))
def test_between_throws_the_pad_says_what_the_lab_answers(seed):
    """Some turns are played first. Then a throw is tapped of which at least one die scores."""
    random = Random(seed)
    phone = Scribe("dix-mille")
    for _turn in range(8):
        expected = phone.table.body()["next"]
        points = (300 if expected["entered"] else 700) + 100 * random.randrange(4)
        phone.table.record({"bust": True} if random.random() < 0.3 else {"points": points})
    dice = [random.choice((1, 5)), *(random.randint(1, 6) for _die in range(4))]
    taps = {f"die_{place}": die for place, die in enumerate(dice, start=1)}
    sentences, answer = phone.advice_and_answer(mode="dice", **taps)
    figures = figures_of(answer)
    stop, roll = figures["stop"], figure(round(figures["roll"]))
    if stop is None:
        first = f"Il faut relancer : {roll} en moyenne"
    elif figures["roll"] > stop:
        first = f"Relancer : {roll} contre {figure(round(stop))}"
    else:
        first = f"S'arrêter : {figure(round(stop))} contre {roll}"
    assert sentences == [
        first,
        f"aucun point au prochain lancer : {round(100 * figures['next_bust'])} %",
        f"tour perdu : {round(100 * figures['bust'])} %",
    ]


def test_two_throws_of_a_turn_by_hand():
    """A player who has entered throws two 1s, then a 5: 250 points, and two dice left.

    Two dice score nothing in 16 of 36 throws. One may not stop on 50.
    """
    phone = Scribe("dix-mille", {"points": 700}, {"points": 700})
    sentences, answer = phone.advice_and_answer(mode="dice", throws="11346:11 256:5")
    figures = figures_of(answer)
    assert figures["stop"] is None
    assert figures["next_bust"] == pytest.approx(16 / 36)
    assert sentences[1] == "aucun point au prochain lancer : 44 %"


def test_the_palier_at_stake_is_weighed():
    """A palier of 700 has two coches. A bust would be the third one, so it costs 700."""
    bust = {"bust": True}
    safe = Scribe("dix-mille", {"points": 700}, {"points": 800})
    at_stake = Scribe("dix-mille", {"points": 700}, {"points": 800}, *[bust] * 4)
    (_sentences, safe_answer), (_words, other) = [
        phone.advice_and_answer(mode="dice", throws="11346:11") for phone in (safe, at_stake)
    ]
    assert [answer["conditions"]["coches"] for answer in (safe_answer, other)] == ["0", "2"]
    # Throwing on risks at least the next throw, whatever the player does afterwards.
    safe_answer, other = figures_of(safe_answer), figures_of(other)
    assert other["roll"] <= safe_answer["roll"] - 700 * safe_answer["next_bust"]


def test_taking_over_against_all_dice():
    """« Je reprends ! »: the other player left 1000 points and two dice."""
    turn = {"throws": [{"dice": [1, 1, 1, 3, 4], "keep": [1, 1, 1]}]}
    phone = Scribe("dix-mille", turn)
    sentences, answer = phone.advice_and_answer(mode="dice")
    figures = figures_of(answer)
    over, anew = (figure(round(figures[name])) for name in ("over", "anew"))
    better = figures["over"] > figures["anew"]
    assert sentences[0] == (
        f"Reprendre : {over} contre {anew} avec tous les dés"
        if better
        else f"Tous les dés : {anew} contre {over} en reprenant"
    )
    lost = [round(100 * figures[name]) for name in ("over_bust", "anew_bust")]
    less, other = lost if better else lost[::-1]
    assert sentences[1] == f"tour perdu : {less} %, contre {other} %"
    assert (answer["conditions"]["points"], answer["conditions"]["dice"]) == ("1000", "2")


@pytest.mark.parametrize(
    "taps",
    [
        {"mode": "points"},
        {"mode": "dice", "throws": "23466"},  # lost
        {"mode": "dice", "throws": "11346:11", "die_1": "2"},  # a throw half tapped
        {"mode": "dice", "throws": "11346:11 2"},  # three dice are to be thrown
    ],
)
def test_none_where_nothing_is_to_be_chosen(taps):
    assert Scribe("dix-mille").ask(**taps).context["advice"] == []


def test_rules_that_take_long_lead_to_the_lab():
    phone = Scribe("dix-mille", rules={"break_fives": False})
    answer = phone.ask(mode="dice")
    (link,) = answer.context["advice"]
    assert link.in_short == ()
    assert plain([answer.content.decode().strip()]) == [
        f'<a href="{link.url.replace("&", "&amp;")}">S\'arrêter ou relancer ?</a>'.replace(
            "'", "&#x27;"
        )
    ]


@pytest.mark.parametrize("slug", ["confirmation", "suites-longues", "six-des", "impair"])
def test_presets_that_read_throws_in_their_own_way_have_advice_too(slug):
    phone = Scribe("dix-mille", preset=slug)
    sentences, answer = phone.advice_and_answer(mode="dice")
    mean = figures_of(answer)["roll"]
    assert sentences[0] == f"Ce tour : {figure(round(mean))} points en moyenne"


def test_in_english():
    answer = Scribe("dix-mille").ask(language="en", mode="dice")
    assert "<b>This turn: " in answer.content.decode()


# --- Yams ------------------------------------------------------------------------------------


def dice_of(text):
    return {f"die_{place}": face for place, face in enumerate(text, start=1)}


@pytest.mark.parametrize(
    ("dice", "throws"), [("22356", "1"), ("13345", "2"), ("11666", "3"), ("44444", None)]
)
def test_the_pad_names_the_lab_s_best_two_cells(dice, throws):
    phone = Scribe("yams", {"column": "libre", "row": "plus", "value": 23, "throws": 3})
    phone.table.record({"column": "descendre", "row": "1", "dice": [1, 1, 1, 2, 5], "throws": 3})
    taps = dice_of(dice) | ({} if throws is None else {"throws": throws})
    sentences, answer = phone.advice_and_answer(**taps)
    assert answer["conditions"]["thrown"] == (throws or "3")
    best, following = answer["tables"][0]["rows"][:2]
    column, row, _now, _mean, _usual, gain, keep = best
    assert sentences[0] == (
        f"Meilleure case : {row} ({column})"
        if keep == "écrire"
        else f"Viser {row} ({column}), garder {keep.replace(' ', '')}"
    )
    then, behind = sentences[1].split(" : ")
    assert then == f"puis {following[1]} ({following[0]})"
    behind = float(behind.replace(",", ".").replace("\N{MINUS SIGN}", "-"))
    assert behind == pytest.approx(float(Fraction(following[5]) - Fraction(gain)), abs=0.0501)


def test_a_suite_in_one_throw_is_written_as_one():
    sentences, _answer = Scribe("yams").advice_and_answer(**dice_of("12345"), throws="1")
    assert sentences[0] == "Meilleure case : suite (en 1)"


@pytest.mark.parametrize("dice", ["", "1234"])
def test_none_before_the_five_dice_are_tapped(dice):
    assert Scribe("yams").ask(**dice_of(dice)).context["advice"] == []


def test_of_what_is_no_die_nothing_is_said():
    assert Scribe("yams").ask(**dice_of("1234x")).context["advice"] == []
