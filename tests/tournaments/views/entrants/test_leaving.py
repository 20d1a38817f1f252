"""Who leaves: what it does is shown before, and the mark stands in every standing and print."""

import pytest

from tests import factories
from tests.plain import plain
from tests.tournaments.evening import evening
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db


def night_of(count, rounds, **setting):
    """Return a tournament with some rounds played, its officer's browser, its list's address."""
    night = evening(*(f"Paire {at}" for at in range(1, count + 1)), **setting)
    for _number in range(rounds):
        night.play(night.draw())
    officer = factories.browser(night.club.memberships.get().user)
    return night, officer, f"/tournois/{night.id}/inscrits/"


def text_of(answer):
    return plain(" ".join(answer.content.decode().split()))


@pytest.mark.parametrize(
    ("rounds", "options", "sentence"),
    [
        (2, {}, "Moins de la moitié de ses parties sont jouées"),
        (3, {}, "sont gagnées par forfait par les autres"),
        (3, {"leaver": "annul"}, "Ses parties ne comptent pour personne."),
    ],
)
def test_it_is_shown_before_it_is_noted_and_what_is_shown_comes(rounds, options, sentence):
    night, officer, address = night_of(6, rounds, format="round_robin", options=options)
    version = night.do("get")["version"]
    before = {row["entrant"]: row["rank"] for row in night.do("get", "standings/")["rows"]}
    answer = officer.post(address, {"leave": 1})
    assert sentence in text_of(answer)
    assert night.do("get")["version"] == version
    changes = {change.entrant: change for change in answer.context["leaving"].ranks}
    assert officer.post(address, {"leave": 1, "sure": 1}).status_code == 302
    after = {row["entrant"]: row["rank"] for row in night.do("get", "standings/")["rows"]}
    for entrant in before:
        if entrant in changes:
            assert (changes[entrant].before, changes[entrant].after) == (
                before[entrant],
                after.get(entrant),
            )
        else:
            assert before[entrant] == after[entrant]


def test_a_table_that_waits_is_named():
    night, officer, address = night_of(6, 1)
    drawn = night.draw()
    table = next(table for table in drawn["tables"] if 1 in table["entrants"])
    sentence = f"Ronde 2, table {table['number']} : un forfait est à noter."
    assert sentence in text_of(officer.post(address, {"leave": 1}))


def test_before_the_first_round_and_for_who_was_never_drawn_nothing_is_asked():
    night = evening("A", "B", "C")
    officer = factories.browser(night.club.memberships.get().user)
    address = f"/tournois/{night.id}/inscrits/"
    assert officer.post(address, {"leave": 3}).status_code == 302
    assert LogEntry.objects.latest("version").data["state"] == "withdrawn"


def test_the_mark_stands_in_every_standing_and_print():
    night, officer, address = night_of(6, 2, format="swiss", options={"rounds": 4})
    answer = officer.post(address, {"exclude": 2})
    assert "Exclure Paire 2 ?" in text_of(answer)
    assert "un forfait est à noter" not in text_of(answer)
    officer.post(address, {"leave": 1, "sure": 1})
    officer.post(address, {"exclude": 2, "sure": 1})
    night.draw()
    home = f"/tournois/{night.id}/"
    for path in ("classement/", "imprimer/classement/", "imprimer/croise/"):
        page = text_of(factories.browser().get(f"{home}{path}"))
        assert "parti après la ronde 2" in page, path
        assert "exclu après la ronde 2" in page, path
    views = [f"{home}mur/?vue={at}&marche=garder" for at in range(4)]
    wall = [text_of(factories.browser().get(view)) for view in views]
    assert any("parti après la ronde 2" in page for page in wall)


def test_where_nobody_won_the_final_the_organiser_may_declare_a_winner():
    night, officer, _address = night_of(4, 1, format="single_elimination", options={})
    final = night.draw()
    both = {"forfeit": final["tables"][0]["entrants"]}
    night.do("post", "rounds/2/tables/1/result/", both)
    night.do("post", "rounds/2/close/", {})
    home = f"/tournois/{night.id}/"
    page = text_of(officer.get(home))
    assert "Personne n'a gagné la finale" in page
    assert "Personne n'a gagné la finale" not in text_of(factories.browser().get(home))
    first = both["forfeit"][0]
    assert officer.post(f"{home}vainqueur/", {"winner": first}).status_code == 302
    rows = night.do("get", "standings/")["rows"]
    assert [(row["entrant"], row["rank"]) for row in rows[:2]] == [
        (first, 1),
        (rows[1]["entrant"], 2),
    ]
    assert 'aria-pressed="true"' in text_of(officer.get(home))
    officer.post(f"{home}vainqueur/", {"winner": ""})
    assert [row["rank"] for row in night.do("get", "standings/")["rows"][:2]] == [2, 2]


def test_in_a_pool_the_mark_says_that_the_games_do_not_count():
    night, officer, address = night_of(8, 1, format="groups", options={"groups": 2})
    officer.post(address, {"leave": 1, "sure": 1})
    night.draw()
    page = text_of(factories.browser().get(f"/tournois/{night.id}/poules/"))
    assert "parti après la ronde 1, ses parties ne comptent pas" in page


@pytest.mark.parametrize("format_", ["round_robin", "groups"])
def test_games_that_count_for_nobody_are_struck_on_every_sheet_with_the_reason(format_):
    options = {"groups": 2} if format_ == "groups" else {}
    night, officer, address = night_of(8, 1, format=format_, options=options)
    first = night.do("get", "rounds/1/")["tables"]
    table = next(table for table in first if 1 in table["entrants"])
    home = f"/tournois/{night.id}/"
    paths = ["classement/", "imprimer/croise/"]
    paths += [f"rondes/1/tables/{table['number']}/", "imprimer/ronde/", "rondes/1/"]
    paths += ["poules/", "imprimer/poules/"] if format_ == "groups" else []
    for path in paths:
        assert "<s>" not in officer.get(f"{home}{path}").content.decode(), path
    officer.post(address, {"leave": 1, "sure": 1})
    for path in paths:
        page = officer.get(f"{home}{path}").content.decode()
        assert page.count("<s>") == 2, path
        assert "parti après la ronde 1, ses parties ne comptent pas" in text_of(
            officer.get(f"{home}{path}")
        ), path


def test_who_left_at_an_open_table_is_marked_at_once():
    night, officer, address = night_of(6, 1, format="swiss", options={"rounds": 4})
    night.draw()
    officer.post(address, {"leave": 1, "sure": 1})
    page = text_of(factories.browser().get(f"/tournois/{night.id}/classement/"))
    assert "parti après la ronde 1" in page
