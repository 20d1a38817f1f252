"""Every question of every game works by page, API, file and shell, by one mechanism for all."""

import csv
import io
from fractions import Fraction

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import transaction
from django.test import Client
from django.utils import translation

from games.dix.analysis.deal.deal_form import EXAMPLE
from games.registry import installed
from labo.answer_text import share, written
from labo.pictures import picture_of
from labo.questions import ask, asking, find_question
from tests import factories
from tests.compiler import no_compiler
from tests.extents import some
from tests.games.dix_mille.kept import pretend_kept as pretend_duel
from tests.games.yams.kept import pretend_kept
from tests.plain import plain

# The answers are computed from the request alone, so nothing here depends on the kind of
# database.
pytestmark = pytest.mark.django_db

QUESTIONS = [(game.slug, question.slug) for game in asking() for question in game.lab]
# The other questions are always jobs; see tests/labo/test_jobs.py.
AT_ONCE = [
    (game.slug, question.slug)
    for game in asking()
    for question in game.lab
    if not question.always_long
]
V1 = "/api/v1/labo/"
LED = {"trump": "spades", "leader": "0"}


# What these answer is computed by compiled code, which the night alone compiles.
COMPUTED = ("chance-de-gagner", "que-miser", "donne")
ANSWERED = [
    pytest.param(game, slug, marks=[pytest.mark.nightly] if slug in COMPUTED else [])
    for game, slug in AT_ONCE
]
SOME_ANSWERED = some([each for each in AT_ONCE if each[1] not in COMPUTED], 4, unpack=True)


@pytest.fixture(autouse=True, scope="module")
def stored(tmp_path_factory, django_db_setup, django_db_blocker):
    """Store the results for which no page waits."""
    with (
        pytest.MonkeyPatch.context() as monkeypatch,
        django_db_blocker.unblock(),
        transaction.atomic(),
    ):
        folder = tmp_path_factory.mktemp("kept")
        pretend_kept(monkeypatch, folder)
        pretend_duel(monkeypatch, folder)
        yield
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def as_served(settings, request):
    """No request compiles, loads the compiler or solves. It only reads what jobs have stored."""
    slug = request.getfixturevalue("slug") if "slug" in request.fixturenames else ""
    if slug in COMPUTED and request.node.get_closest_marker("nightly"):
        question = ask(*find_question("dix", slug), {})
        assert question.valid
        question.work(lambda done, total: None)
    settings.SOLVED_IN_PAGES = False
    with no_compiler():
        yield


def page(game, slug, language="fr", **conditions):
    # A page that waits for the reader's own cards answers once anything is in its address.
    query = {"query": "1", **conditions}
    return Client(headers={"accept-language": language}).get(f"/labo/{game}/{slug}/", query)


def test_the_five_games_ask_something():
    assert {game.slug for game in asking()} == {
        game.slug for game in installed.games() if game.slug != "toy"
    }


@pytest.mark.parametrize(("game", "slug"), SOME_ANSWERED)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_page_answers_at_once_in_both_languages(game, slug, language):
    answer = page(game, slug, language)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert f'lang="{language}"' in html
    assert 'class="lab-sentence"' in html
    assert 'class="table lab-table"' in html
    assert "<svg viewBox" in html or slug in ("liste-des-mains-sures", "main-sure")
    assert "%(" not in html
    assert "Fraction" not in html


@pytest.mark.parametrize(("game", "slug"), ANSWERED)
def test_the_api_answers_the_same_with_exact_numbers(game, slug):
    body = factories.api().get(f"{V1}{game}/{slug}/").json()
    assert (body["game"], body["question"]) == (game, slug)
    assert body["sentence"]
    assert body["sentence"] in page(game, slug).context["answer"].sentence
    for figure in body["figures"]:
        exact = (figure["number"] or {}).get("exact")
        if exact:
            assert float(Fraction(exact)) == pytest.approx(figure["number"]["value"])


@pytest.mark.parametrize(("game", "slug"), ANSWERED)
def test_the_file_holds_the_tables_of_the_page(game, slug):
    answer = Client().get(f"/labo/{game}/{slug}/csv/")
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    computed = page(game, slug).context["answer"]
    for grid in computed.grids:
        assert [grid.caption] in rows or [f"'{grid.caption}"] in rows
    # A chance of winning comes with its model.
    model = [[], [computed.model]] if computed.model else []
    assert rows[len(rows) - len(model) :] == model
    assert bool(model) == (slug in ("chance-de-gagner", "que-miser", "a-deux"))
    assert len(rows) == len(computed.figures) + len(model) + sum(
        len(grid.rows) + 3 for grid in computed.grids
    )


@pytest.mark.parametrize(("game", "slug"), ANSWERED)
def test_the_shell_tells_it(game, slug):
    out = io.StringIO()
    call_command("labo", game, slug, stdout=out)
    assert out.getvalue().splitlines()[0] == page(game, slug).context["answer"].sentence


def test_the_shell_lists_the_questions_and_refuses_wrong_ones():
    out = io.StringIO()
    call_command("labo", stdout=out)
    assert all(f"{game} {slug} — " in out.getvalue() for game, slug in QUESTIONS)
    with pytest.raises(CommandError, match="telle question"):
        call_command("labo", "dix", "rien")
    with pytest.raises(CommandError, match="nom=valeur"):
        call_command("labo", "dix", "repartitions", "36")
    with pytest.raises(CommandError, match="deck"):
        call_command("labo", "dix", "repartitions", "deck=52")


@pytest.mark.parametrize(("game", "slug"), SOME_ANSWERED)
def test_an_answer_has_a_picture_and_an_address_to_share(game, slug):
    context = page(game, slug).context
    assert f"/labo/{game}/{slug}/?" in context["open_url"]
    picture = Client().get(f"/labo/{game}/{slug}/image.png?{context['picture_query']}")
    assert picture.status_code == 200
    assert picture["Content-Type"] == "image/png"


def test_the_picture_of_a_chance_names_its_model():
    answer = page("dix-mille", "a-deux").context["answer"]
    asked_question = ask(*find_question("dix-mille", "a-deux"), {})
    assert answer.remarks[0] == answer.model
    assert picture_of(asked_question, answer).sentences[-1] == answer.model


def test_wrong_conditions_have_no_picture():
    assert Client().get("/labo/dix/repartitions/image.png?deck=52").status_code == 404


def test_the_club_s_table_stands_beside_ours():
    answer = page("dix", "repartitions").context["answer"]
    assert plain(answer.sentence) == (
        "847\u202f660\u202f528 mains possibles ; la plus courante est 4-3-2-1."
    )
    assert {row.verdict for row in answer.published} == {"se vérifie"}
    assert [cell.text for cell in answer.grids[0].rows[0].cells][:2] == [
        "4-3-2-1",
        "272\u202f160\u202f000",
    ]
    elsewhere = page("dix", "repartitions", deck="36").context["answer"]
    assert {row.verdict for row in elsewhere.published} == {"d'autres conditions"}


@pytest.mark.parametrize(
    ("game", "slug", "conditions", "field", "code"),
    [
        ("dix", "ma-main", {"cards": "AS KS"}, "cards", "card_count"),
        ("dix", "ma-main", {"cards": "AS AS"}, "cards", "card_repeated"),
        ("dix", "ma-main", {"cards": "2S"}, "cards", "card_unknown"),
        ("dix", "ma-main", {"cards": ""}, "cards", "required"),
        ("dix", "repartitions", {"deck": "52"}, "deck", "invalid_choice"),
        ("dix", "mains-sures", {"ranks": "14"}, "ranks", "max_value"),
        ("dix", "chance-de-gagner", {"ours": "500"}, "ours", "match_over"),
        ("dix", "chance-de-gagner", {"theirs": "12"}, "theirs", "score_not_multiple"),
        ("dix", "chance-de-gagner", {"ours": "-405"}, "ours", "min_value"),
        ("dix", "que-miser", {"our_purse": "3"}, "our_purse", "purse_unknown"),
        ("dix", "que-miser", {"rule-target": "1005"}, "rule-target", "target_too_far"),
        ("dix", "que-miser", {"promised": "69"}, "promised", "invalid_choice"),
        ("dix", "donne", {"hands": "AS / KS / QS"}, "hands", "hands_not_four"),
        ("dix", "donne", {"hands": "AS / KS / QS / 2S"}, "hands", "card_not_in_deck"),
        ("dix", "donne", {"hands": "AS / KS / QS / AS"}, "hands", "card_repeated"),
        ("dix", "donne", {"hands": "AS KS / QS / JS / 10S"}, "hands", "hands_uneven"),
        ("dix", "donne", {"hands": f"{EXAMPLE} AS"}, "hands", "cards_too_many"),
        (
            "dix",
            "donne",
            {"hands": "AS / 6S / QS / JS", "preset": "ruff"},
            "hands",
            "card_not_in_deck",
        ),
        ("dix", "donne", {"hands": [" "]}, "hands", "deal_missing"),
        ("dix", "donne", {"played": "AS"}, "played", "trump_missing"),
        ("dix", "donne", {"played": "QS", **LED}, "played", "card_not_held"),
        ("dix", "donne", {"played": "AS KH", **LED}, "played", "must_follow"),
        ("dix", "donne", {"played": "AX", **LED}, "played", "card_unknown"),
        ("dix", "donne", {"recorded": "/rien/"}, "recorded", "deal_not_seen"),
        ("bataille", "simulation", {"games": "1000001"}, "games", "max_value"),
        ("bataille", "simulation", {"preset": "ouverte"}, "preset", "open_hands_not_simulated"),
        (
            "bataille",
            "simulation",
            {"rule-deck": "54", "rule-decks": "2"},
            "rule-decks",
            "jokers_in_one_deck",
        ),
        ("dix-mille", "arret", {"dice": "6"}, "dice", "dice_count"),
        ("dix-mille", "arret", {"score": "9900", "total": "300"}, "total", "overshoot"),
        ("dix-mille", "arret", {"score": "10000"}, "score", "score_at_target"),
        ("yams", "cases", {"dice": "1 2 3 4 7"}, "dice", "die_out_of_range"),
        ("yams", "cases", {"dice": "1 2 3"}, "dice", "dice_count"),
        ("yams", "zugzwang", {"mine": "libre"}, "mine", "sheet_unreadable"),
        ("maitre", "ce-qui-manque", {"minor": "hearts"}, "minor", "same_suit"),
        ("maitre", "ce-qui-manque", {"others": "KH"}, "others", "card_repeated"),
    ],
)
def test_wrong_conditions_are_a_sentence_on_their_field(game, slug, conditions, field, code):
    answer = page(game, slug, **conditions)
    assert answer.status_code == 200
    assert answer.context["answer"] is None
    assert "errorlist nonfield" in answer.content.decode()
    refused = factories.api().get(f"{V1}{game}/{slug}/", conditions)
    assert refused.status_code == 400
    assert (field, code) in [(error["attr"], error["code"]) for error in refused.json()["errors"]]


def test_rules_and_cards_are_in_the_reader_s_words():
    french, english = (
        page("bataille", "simulation", lang).content.decode() for lang in ("fr", "en")
    )
    assert ">Paquets</label>" in french
    assert ">Paquets</label>" not in english
    french, english = (page("dix", "main-sure", lang).content.decode() for lang in ("fr", "en"))
    assert ("R♠" in french, "K♠" in french) == (True, False)
    assert ("R♠" in english, "K♠" in english) == (False, True)


def test_a_ruleset_that_no_preset_reads_is_worked_out_aside():
    assert page("dix-mille", "arret").context["answer"] is not None
    assert page("dix-mille", "arret", preset="six-des", dice="6").context["answer"] is not None
    assert page("dix-mille", "arret", **{"rule-break_fives": "0"}).context["long"]


def test_hostile_conditions_stay_text():
    attack = "<script>alert(1)</script>"
    html = page("dix", "ma-main", cards=attack).content.decode()
    assert attack not in html
    html = page("yams", "zugzwang", mine=attack).content.decode()
    assert attack not in html
    assert Client().get("/labo/dix/ma-main/?cards=%00").status_code == 200


@pytest.mark.parametrize("address", ["/labo/tarot/x/", "/labo/dix/x/", "/labo/dix/x/csv/"])
def test_there_is_no_such_question(address):
    assert Client().get(address).status_code == 404


def test_a_file_of_wrong_conditions_is_none():
    assert Client().get("/labo/dix/repartitions/csv/?deck=52").status_code == 404


def test_the_pages_ask_the_database_nothing(django_assert_num_queries):
    client = Client()
    with django_assert_num_queries(0):
        client.get("/labo/")
    with django_assert_num_queries(0):
        client.get("/labo/dix/repartitions/")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(1, 3), "33,33\u202f%"),
        (Fraction(1, 100), "1,000\u202f%"),
        (Fraction(0), "0\u202f%"),
        (Fraction(1), "100\u202f%"),
        (Fraction(3162, 847660528), "1 sur 268\u202f077"),
        (-0.25, "\u221225,00\u202f%"),
    ],
)
def test_a_share_is_written_with_four_figures_or_as_one_in_many(value, text):
    with translation.override("fr"):
        assert share(value) == text


def test_numbers_are_written_as_on_a_sheet():
    with translation.override("fr"):
        assert written(Fraction(7, 2), "number") == "3,5"
        assert written(12345, "count") == "12\u202f345"
        assert written(None, "share") == "–"
        assert written("10H AS", "cards") == "10♥ A♠"
