"""Tests of the pages of a graph, used without JavaScript."""

import re
from html.parser import HTMLParser

import pytest
from django.utils import timezone

from clubs.models import ClubPlayer, Player
from jobs.models import Job
from tests import factories
from tests.transmission.families import GAME, House, linked, played
from transmission.graph.lineage import Lineage
from transmission.graph_json import GraphPerson
from transmission.models import Attestation, Graph, Link, Source
from transmission.page import nested

pytestmark = pytest.mark.django_db

PAGE = "/transmission/dix/"


@pytest.fixture
def house():
    return House()


def text(answer):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


class Balanced(HTMLParser):
    """A parser that fails if an element is closed in the wrong place."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "link", "input", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_an_empty_graph_invites(house):
    assert "Aucun lien encore" in text(factories.browser().get(PAGE))


def test_the_page_tells_the_graph_as_a_picture_and_as_a_list(house):
    house.tell()
    linked(house.jean, house.bruno, house.officer)
    answer = factories.browser().get(PAGE)
    html = answer.content.decode()
    assert html.count('class="spot ') == 4
    assert "Personnes : 4 · liens : 4 · générations : 3" in text(answer)
    tree = html.split('<div class="kin">')[1].split("</div>")[0]
    words = re.sub(r"\s+", " ", re.sub(r"<a[^>]*>|</a>|</?span[^>]*>", "", tree)).strip()
    # White space around a list or its items is not visible, so it is removed.
    words = re.sub(r"\s*(</?(?:ul|li)>)\s*", r"\1", words)
    assert words == (
        "<ul><li>Charles<ul><li>Jean</li>"
        "<li>Anne<ul><li>Bruno (aussi de Jean)</li></ul></li></ul></li></ul>"
    )
    parser = Balanced()
    parser.feed(html)
    assert parser.open == []


def test_someone_in_the_middle_has_a_panel(house):
    house.tell()
    Source.objects.create(game="dix", player=house.charles, kind="family", note="n")
    page_text = text(factories.browser().get(f"{PAGE}?autour={house.bruno.pk}"))
    assert "Génération 2 · aediroum" in page_text
    assert "A appris de Anne" in page_text
    assert "Ligne vers la source Bruno ← Anne ← Charles (de sa famille · n)" in page_text


def drawn(page):
    return re.findall(r'class="spot[^>]*>\s*<title>([^<]*)', page.content.decode())


def test_ancestors_or_descendants_are_shown_for_so_many_generations(house):
    """Charles taught Anne and Jean, and Anne taught Bruno."""
    house.tell()
    browser = factories.browser()

    def around(person, **query):
        return set(drawn(browser.get(PAGE, {"autour": person.pk, **query})))

    assert around(house.bruno, vue="ancetres") == {"Bruno", "Anne", "Charles"}
    assert around(house.bruno, vue="ancetres", generations=1) == {"Bruno", "Anne"}
    assert around(house.charles, vue="descendants", generations=1) == {"Charles", "Anne", "Jean"}
    assert around(house.anne, vue="descendants") == {"Anne", "Bruno"}
    assert around(house.bruno, generations=1) == {"Bruno", "Anne"}
    assert around(house.bruno, generations=0) == {"Bruno", "Anne", "Charles", "Jean"}


def test_all_lines_to_the_sources_are_listed(house):
    house.tell()
    linked(house.jean, house.bruno, house.officer)
    page_text = text(factories.browser().get(f"{PAGE}?autour={house.bruno.pk}"))
    assert "Lignes vers les sources Bruno ← Anne ← Charles Bruno ← Jean ← Charles" in page_text


def test_who_taught_most_this_year_is_said(house):
    house.tell()
    year = timezone.localdate().year
    Link.objects.filter(teacher=house.charles).update(year=year)
    page_text = text(factories.browser().get(PAGE))
    assert f"Ont enseigné le plus en {year} Charles 2" in page_text


def test_the_way_to_someone_is_found_by_name(house):
    house.tell()
    answer = factories.browser().get(f"{PAGE}?autour={house.jean.pk}&vers=bruno")
    assert "Le chemin Jean Charles Anne Bruno" in text(answer)
    assert answer.content.decode().count('class="on-path"') == 3
    none = factories.browser().get(f"{PAGE}?autour={house.jean.pk}&vers=zoé")
    assert "Personne de ce nom" in text(none)


def test_a_search_leads_to_the_one_it_finds_and_keeps_the_year(house):
    house.tell()
    answer = factories.browser().get(f"{PAGE}?nom=ANN")
    assert answer.headers["Location"] == f"{PAGE}?autour={house.anne.pk}#graphe"
    assert 'spot--here"' in factories.browser().get(answer.headers["Location"]).content.decode()
    answer = factories.browser().get(f"{PAGE}?nom=CHARL&annee=2020")
    assert answer.headers["Location"].startswith(f"{PAGE}?autour={house.charles.pk}")


def test_a_search_lists_several_of_the_graph_alone(house):
    house.tell()
    answer = factories.browser().get(f"{PAGE}?nom=an")
    links = re.findall(
        r'class="row-link" href="\?autour=(\d+)#graphe">(\w+)', answer.content.decode()
    )
    assert sorted(links) == sorted(
        (str(person.pk), person.name) for person in (house.anne, house.jean)
    )


def test_the_years_take_away_what_was_not_yet(house):
    house.tell()
    page_text = text(factories.browser().get(f"{PAGE}?annee=2019"))
    assert "Jusqu'à l'année 2019" in page_text
    assert "Personnes : 4 · liens : 2" in page_text  # nobody knows when Anne taught Bruno
    assert factories.browser().get(f"{PAGE}?annee=99999999").status_code == 200


@pytest.mark.parametrize(
    "query", ["autour=x", "autour=999999", "plus=-1", "vers=%00", "nom=%00&annee=²"]
)
def test_an_address_made_up_is_still_a_page(house, query):
    house.tell()
    assert factories.browser().get(f"{PAGE}?{query}").status_code == 200


def test_a_large_graph_shows_three_hundred_and_grows(house):
    people = Player.objects.bulk_create([Player(name=f"P{n}") for n in range(400)])
    ClubPlayer.objects.bulk_create(
        [ClubPlayer(club=house.club, player=player, name_key=player.name) for player in people]
    )
    Link.objects.bulk_create(
        [
            Link(game="dix", teacher=people[(n - 1) // 3], learner=people[n], confirmed=True)
            for n in range(1, 400)
        ]
    )
    Graph.objects.create(game="dix")
    page = factories.browser().get(PAGE)
    assert page.content.decode().count('class="spot ') == 300
    assert "300 personnes sur 400" in text(page)
    last = people[-1].pk
    assert f"?autour={last}&" not in page.content.decode()
    grown = factories.browser().get(f"{PAGE}?autour={last}").content.decode()
    assert f'href="?autour={last}&amp;plus={last}#graphe"' in grown


def test_a_page_costs_as_many_queries_for_many_as_for_few(house, django_assert_num_queries):
    house.tell()
    browser = factories.browser()
    for size in range(2):
        browser.get(PAGE)
        with django_assert_num_queries(QUERIES):
            browser.get(PAGE)
        linked(house.bruno, played(f"N{size}", house.club), house.officer)


QUERIES = 16


def test_a_member_proposes_and_an_officer_confirms(house):
    member, officer = factories.browser(house.member), factories.browser(house.officer)
    form = {"club": "aediroum", "teacher": "charles", "learner": "Jean", "date": "2019", "note": ""}
    answer = member.post(f"{PAGE}ecrire/", {"do": "link", **form}, follow=True)
    assert "Le lien est inscrit." in text(answer)
    link = Link.objects.get()
    assert (link.teacher, link.learner, link.date, link.confirmed) == (
        house.charles,
        house.jean,
        "2019",
        False,
    )
    assert "Confirmer" not in text(answer)
    waiting = text(officer.get(f"{PAGE}ecrire/"))
    assert "À confirmer Charles → Jean (2019)" in waiting
    assert member.post(f"{PAGE}ecrire/", {"do": "confirm", "id": link.pk}).status_code == 403
    officer.post(f"{PAGE}ecrire/", {"do": "confirm", "id": link.pk})
    assert Link.objects.get().confirmed
    officer.post(f"{PAGE}ecrire/", {"do": "delete", "id": link.pk})
    assert not Link.objects.exists()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"teacher": "Zoé"}, "« Zoé » n'est pas dans la liste du club."),
        ({"teacher": "Jean"}, "Personne n'est son propre maître"),
        ({"date": "hier"}, "Une date s'écrit 18/11/2024 ou 2024-11-18"),
        ({"teacher": "Nouvelle"}, "Nouvelle n'a pas encore joué au local"),
    ],
)
def test_a_mistake_is_told_at_its_field_and_nothing_is_written(house, changes, sentence):
    factories.player("Nouvelle", house.club)
    form = {"club": "aediroum", "teacher": "Charles", "learner": "Jean", **changes}
    answer = factories.browser(house.officer).post(f"{PAGE}ecrire/", {"do": "link", **form})
    assert answer.status_code == 400
    assert sentence in text(answer).replace("&#x27;", "'")
    assert not Link.objects.exists()


def test_an_officer_declares_a_source_and_attests(house):
    officer = factories.browser(house.officer)
    new = factories.player("Nouvelle", house.club)
    attested = {"do": "attestation", "club": "aediroum", "player": "Nouvelle"}
    officer.post(f"{PAGE}ecrire/", {**attested, "date": "2024-11-18", "witness": "Jean"})
    assert Attestation.objects.get(player=new).witness == "Jean"
    source = {"do": "source", "club": "aediroum", "player": "Nouvelle", "kind": "self_taught"}
    officer.post(f"{PAGE}ecrire/", source)
    assert Source.objects.get().player == new
    officer.post(f"{PAGE}ecrire/", {"do": "withdraw", "id": Source.objects.get().pk})
    assert not Source.objects.exists()
    # A member may not write, whatever is posted.
    factories.browser(house.member).post(f"{PAGE}ecrire/", source)
    assert not Source.objects.exists()


def test_a_file_is_checked_and_then_written(house):
    officer = factories.browser(house.officer)
    form = {
        "club": "aediroum",
        "format": "csv",
        "content": "teacher,learner\nCharles,Nadia",
        "create_players": "on",
    }
    checked = officer.post(f"{PAGE}importer/", form, follow=True)
    assert "1 lien serait inscrit." in text(checked)
    assert "1 nouvelle personne : Nadia" in text(checked)
    assert not Link.objects.exists()
    (number,) = re.findall(r'name="travail" value="(\w+)"', checked.content.decode())
    written = officer.post(f"{PAGE}importer/", {"travail": number}, follow=True)
    assert "1 lien est inscrit." in text(written)
    assert Link.objects.get().learner.name == "Nadia"
    content = "teacher,learner\nA,A\nA,B\nB,B"
    wrong = officer.post(f"{PAGE}importer/", {**form, "content": content}, follow=True)
    assert "Rien n'est inscrit." in text(wrong).replace("&#x27;", "'")
    assert re.findall(r"Ligne (\d)", text(wrong)) == ["2", "4"]
    assert "teacher,learner\nA,A\nA,B\nB,B</textarea>" in wrong.content.decode()
    assert Link.objects.count() == 1
    assert officer.post(f"{PAGE}importer/", {**form, "content": ""}).status_code == 400


def test_a_file_that_somebody_else_had_checked_is_not_there(house):
    form = {"club": "aediroum", "format": "csv", "content": "teacher,learner\nCharles,Jean"}
    factories.browser(house.officer).post(f"{PAGE}importer/", form)
    other = factories.browser(factories.member(house.club, "officer"))
    number = Job.objects.get().pk
    assert other.get(f"{PAGE}importer/?travail={number}").status_code == 404
    assert other.post(f"{PAGE}importer/", {"travail": number}).status_code == 404
    elsewhere = f"/transmission/yams/importer/?travail={number}"
    assert factories.browser(house.officer).get(elsewhere).status_code == 404
    assert not Link.objects.exists()


def test_a_third_file_at_once_is_refused_in_a_sentence(house, settings):
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
    form = {"club": "aediroum", "format": "csv", "content": "teacher,learner\nCharles,Jean"}
    officer = factories.browser(house.officer)
    for _twice in range(2):
        answer = officer.post(f"{PAGE}importer/", form, follow=True)
        assert "En attente" in text(answer)
    answer = officer.post(f"{PAGE}importer/", form, follow=True)
    assert "Deux travaux sont déjà en cours" in text(answer)
    assert Job.objects.count() == 2


def test_a_long_line_is_a_list_too():
    line = Lineage.of([(n, n + 1) for n in range(2000)])
    names = {n: GraphPerson(n, str(n), n, None, (), 0) for n in range(2001)}
    items = nested(line, line, names)
    assert [item.node.id for item in items if item.kind == "person"] == list(range(2001))
    assert sum(item.kind == "open" for item in items) == sum(item.kind == "close" for item in items)


def test_the_index_leads_to_every_graph(house):
    assert f'href="{PAGE}"' in factories.browser().get("/transmission/").content.decode()
    assert GAME.slug == "dix"
    assert factories.browser().get("/transmission/tarot/").status_code == 404
