"""The pages of clubs and players, as visitors, members and officers find them."""

import re
from html import unescape

import pytest
from django.conf import settings
from django.shortcuts import resolve_url

from clubs import services
from clubs.callers import Caller
from clubs.models import Club, Invitation, Membership, Player
from games.services import SeatAsked
from tests import factories
from tests.factories import ALL_TAKEN, HAND, IN_100, NAMES
from tests.plain import plain

MARK = " Si ce sont deux personnes, ajouter une marque : « Jean Roy (Saint-Roch) »."
pytestmark = pytest.mark.django_db
HOSTILE = '<b onclick="x">\u202eEve</b> =1+1'
ESCAPED = "&lt;b onclick=&quot;x&quot;&gt;\u202eEve&lt;/b&gt; =1+1"


@pytest.fixture
def club():
    return factories.club("un", name="Le Valet noir", city="Laval", open_recording=True)


def officer_of(club, role="officer"):
    return factories.browser(factories.member(club, role))


def seats(player):
    return [SeatAsked(player=player.pk), *(SeatAsked(name=name) for name in NAMES[1:])]


def notices(response):
    """Return the messages and errors of a page."""
    text = plain(unescape(response.content.decode()))
    messages = re.findall(r'class="notice[^"]*">([^<]*)<', text)
    return messages + re.findall(r'<ul class="errorlist[^>]*><li>([^<]*)<', text)


def text_of(client, url, status=200):
    response = client.get(url)
    assert response.status_code == status
    return response.content.decode()


# -- Confirmed ---------------------------------------------------------------------------------


def test_the_sites_owner_finds_the_clubs_to_confirm_and_confirms_one(club):
    keeper, founder = factories.browser(factories.site_owner()), factories.browser(factories.user())
    founder.post("/clubs/", {"name": "Neuf"})
    waits = "n'a pas encore confirmé ce club"
    assert waits in plain(unescape(text_of(founder, "/clubs/neuf/")))
    assert waits not in plain(unescape(text_of(factories.browser(), "/clubs/neuf/")))
    for reader in (founder, factories.browser()):
        assert "Clubs à confirmer" not in text_of(reader, "/clubs/")
    assert "Neuf" not in text_of(factories.browser(), "/clubs/")
    assert 'action="/clubs/neuf/confirmer/"' in text_of(keeper, "/clubs/")
    assert 'action="/clubs/neuf/confirmer/"' in text_of(keeper, "/clubs/neuf/")
    assert 'action="/clubs/neuf/confirmer/"' not in text_of(founder, "/clubs/neuf/")
    refused = founder.post("/clubs/neuf/confirmer/", follow=True)
    assert notices(refused)[:1] == ["C'est au propriétaire du site de le faire."]
    confirmed = keeper.post("/clubs/neuf/confirmer/", follow=True)
    assert notices(confirmed) == ["Le club « Neuf » est confirmé."]
    assert waits not in plain(unescape(text_of(founder, "/clubs/neuf/")))
    assert "Clubs à confirmer" not in text_of(keeper, "/clubs/")
    assert "Neuf" in text_of(factories.browser(), "/clubs/")
    assert "Club confirmé" in text_of(founder, "/clubs/neuf/journal/")


# -- Names ------------------------------------------------------------------------------------


def test_who_adds_a_name_that_looks_like_anothers_is_told(club):
    factories.player("Anne", club)
    added = officer_of(club).post("/clubs/un/joueurs/", {"name": "\u0410nne"}, follow=True)
    assert notices(added) == [
        "\u0410nne est dans la liste.",
        "Se lit comme « Anne », sans s'écrire pareil : voir si c'est la même personne.",
    ]


def test_a_stored_name_that_is_refused_today_is_read_and_changed(club):
    old = "An\u200bne"
    anne = factories.player(old, club)
    Club.objects.filter(pk=club.pk).update(name=old)
    keeper = officer_of(club, "owner")
    assert old in text_of(keeper, f"/joueurs/{anne.pk}/reglages/")
    settings_ = {"name": old, "city": "Laval", "language": "fr", "notice": ""}
    saved = keeper.post("/clubs/un/reglages/", settings_, follow=True)
    assert notices(saved) == ["Les réglages sont gardés."]
    same = keeper.post(f"/joueurs/{anne.pk}/reglages/", {"name": old}, follow=True)
    assert notices(same) == ["Le nom est changé."]
    keeper.post(f"/joueurs/{anne.pk}/reglages/", {"name": "Anne"})
    anne.refresh_from_db()
    assert anne.name == "Anne"


# -- The club's page --------------------------------------------------------------------------


def test_the_wall_of_a_club_shows_its_running_tables_in_turn_without_javascript(club):
    zoe, yann = factories.player("Zoé", club), factories.player("Yann", club)
    first = factories.recorded(factories.started(club=club, seats=seats(zoe)), HAND)
    second = factories.started(club=club, seats=seats(yann))
    over = factories.started(club=club, rules=IN_100, seats=seats(zoe))
    factories.recorded(over, ALL_TAKEN)
    reader, cards = factories.browser(), []
    address = ""
    for _table in range(3):
        answer = reader.get(f"/clubs/un/mur/{address}")
        address = answer.headers["Refresh"].removeprefix("15;url=")
        text = answer.content.decode()
        cards += [
            match.pk for match in (first, second, over) if f"/parties/{match.pk}/mur/" in text
        ]
    assert cards == [second.pk, first.pk, second.pk]
    assert "table 2 sur 2" in plain(text_of(reader, "/clubs/un/mur/?vue=1"))


def test_the_wall_of_a_club_without_a_running_table_waits_for_one(club):
    answer = factories.browser().get("/clubs/un/mur/?vue=7")
    assert answer.headers["Refresh"] == "15;url=?vue=0"
    assert "Aucune table en ce moment" in answer.content.decode()


def test_the_wall_of_a_private_club_shows_members_its_tables_and_no_code():
    club = factories.club("prive", name="Le Huis clos", public=False)
    by = Caller(user=factories.member(club, "officer"))
    factories.started(by=by, club=club, seats=seats(factories.player("Zoé", club)))
    assert factories.browser().get("/clubs/prive/mur/").status_code == 404
    text = text_of(officer_of(club, "member"), "/clubs/prive/mur/")
    assert "Zoé" in text
    assert "wall__qr" not in text


def test_a_club_shows_what_runs_and_what_ended_and_leads_to_its_people(club):
    zoe = factories.player("Zoé", club)
    factories.player("Caché", club, shown="hidden")
    running = factories.recorded(factories.started(club=club, seats=seats(zoe)), HAND)
    ended = factories.started(club=club, rules=IN_100, seats=seats(zoe))
    factories.recorded(ended, ALL_TAKEN)
    text = text_of(factories.browser(), "/clubs/un/")
    for part in (
        "Le Valet noir",
        "Laval",
        "En ce moment",
        "Derniers résultats",
        "Zoé",
        "/clubs/un/joueurs/",
    ):
        assert part in text
    assert text.index(running.pk) < text.index("Derniers résultats") < text.index(ended.pk)
    assert "Caché" not in text
    assert "joueur anonyme" not in text
    assert "Prochain tournoi" not in text
    assert "/clubs/un/membres/" not in text


@pytest.mark.parametrize(
    ("role", "links"),
    [
        ("member", []),
        ("scorer", []),
        ("officer", ["membres", "liens", "propositions", "journal"]),
        ("owner", ["membres", "liens", "propositions", "journal", "reglages", "fichier"]),
    ],
)
def test_a_club_shows_each_role_its_links(club, role, links):
    client = officer_of(club, role)
    tabs = re.findall(r'href="/clubs/un/(\w*)/?"', tabs_of(client, "/clubs/un/")[0])
    all_have = ["", "calendrier", "resultats", "palmares", "bulletin", "joueurs"]
    assert tabs == all_have + links[:1]
    if links:
        assert re.findall(r'"/clubs/un/(\w+)/"', tabs_of(client, "/clubs/un/membres/")[1]) == links


def tabs_of(client, path):
    return re.findall(r'<nav class="tabs.*?</nav>', text_of(client, path), re.DOTALL)


@pytest.mark.parametrize("role", ["member", "officer"])
def test_who_may_make_a_tournament_or_an_evening_is_offered_it_for_this_club(club, role):
    text = text_of(officer_of(club, role), "/clubs/un/")
    for address in ("/tournois/nouveau/?club=un", "/tournois/soiree/un/"):
        assert (f'"{address}"' in text) == (role == "officer")


def test_the_place_club_opens_the_last_club_else_the_only_one_else_the_list(club, client):
    assert client.get("/club/").url == "/clubs/un/"
    factories.club("deux")
    assert client.get("/club/").url == "/clubs/"
    client.get("/clubs/deux/")
    assert client.get("/club/").url == "/clubs/deux/"
    Club.objects.filter(slug="deux").update(public=False)
    assert client.get("/club/").url == "/clubs/un/"


def test_the_results_of_a_club_are_its_finished_matches_newest_first(club, client):
    other = factories.club("deux", open_recording=True)
    started = [factories.started(club=of, rules=IN_100) for of in (club, club, other, club)]
    for match in started[:3]:
        factories.recorded(match, ALL_TAKEN)
    text = text_of(client, "/clubs/un/resultats/")
    first, second, elsewhere, running = (match.pk for match in started)
    assert text.index(second) < text.index(first)
    assert elsewhere not in text
    assert running not in text


def test_the_home_page_and_every_footer_lead_to_the_club(club):
    text = text_of(factories.browser(), "/")
    assert 'href="/clubs/un/"' in text
    assert 'href="/clubs/"' in text


def test_the_home_page_keeps_a_members_only_club_to_its_members(club):
    Club.objects.update(public=False)
    assert "/clubs/un/" not in text_of(factories.browser(), "/")
    assert "/clubs/un/" in text_of(officer_of(club, "member"), "/")


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize(
    ("url", "queries"),
    [
        ("/clubs/", 2),
        ("/clubs/un/", 11),
        ("/clubs/un/joueurs/", 3),
    ],
)
def test_a_visitors_lists_take_as_many_queries_whatever_their_length(
    club, url, queries, rows, django_assert_num_queries
):
    for number in range(rows):
        zoe = factories.player(f"Zoé {number}", club)
        factories.recorded(factories.started(club=club, seats=seats(zoe)), HAND)
        ended = factories.started(club=club, rules=IN_100, seats=seats(zoe))
        factories.recorded(ended, ALL_TAKEN)
        factories.club()
    client = factories.browser()
    with django_assert_num_queries(queries):
        assert client.get(url).status_code == 200


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize(
    ("url", "queries"),
    [("/clubs/un/membres/", 8), ("/clubs/un/journal/", 11), ("/clubs/un/joueurs/", 6)],
)
def test_an_officers_lists_take_as_many_queries_whatever_their_length(
    club, url, queries, rows, django_assert_num_queries
):
    account = factories.member(club, "officer")
    for number in range(rows):
        zoe = factories.player(f"Zoé {number}", club, user=factories.member(club))
        services.rename(player=zoe, name=f"Zoé R {number}", caller=Caller(user=account))
        services.invite(club=club, caller=Caller(user=account))
    client = factories.browser(account)
    with django_assert_num_queries(queries):
        assert client.get(url).status_code == 200


# -- Founding and settings --------------------------------------------------------------------


def test_an_account_founds_a_club_and_sets_it(club):
    account = factories.user()
    client = factories.browser(account)
    founded = client.post("/clubs/", {"name": "L'Érable", "city": ""})
    assert founded.headers["Location"] == "/clubs/lerable/reglages/"
    sent = {"name": "L'Érable", "language": "en", "logo_text": "ÉR", "preset-toy": "court"}
    answer = client.post("/clubs/lerable/reglages/", sent)
    assert answer.headers["Location"] == "/clubs/lerable/"
    made = Club.objects.get(slug="lerable")
    assert (made.language, made.logo_text, made.public, made.open_recording) == (
        "en",
        "ÉR",
        False,
        False,
    )
    assert list(made.default_presets.values_list("game", "preset")) == [("toy", "court")]


def test_a_visitor_is_told_that_founding_takes_an_account(club):
    client = factories.browser()
    assert "Fonder" not in text_of(client, "/clubs/")
    answer = client.post("/clubs/", {"name": "N"}, follow=True)
    assert notices(answer) == ["Il faut un compte pour cela : se connecter d'abord."]


def test_settings_with_a_mistake_say_what_to_do(club):
    sent = {"name": " ", "language": "fr", "logo_text": "A" * 9}
    answer = officer_of(club, "owner").post("/clubs/un/reglages/", sent)
    assert answer.status_code == 400
    assert notices(answer) == ["Il manque un nom.", "Un sigle a 8 caractères au plus."]
    assert Club.objects.get().name == "Le Valet noir"


def test_the_clubs_preset_comes_first_on_the_start_page(club):
    club.default_presets.create(game="dix", preset="achat-argent")
    text = text_of(factories.browser(), "/jouer/dix/")
    slugs = re.findall(r'name="preset"\s+value="([^"]+)"', text)
    assert slugs[:2] == ["achat-argent", "traditionnel"]
    assert re.search(r'value="achat-argent" data-preset checked', text)


def test_a_preset_that_is_no_more_is_passed_over(club):
    club.default_presets.create(game="dix", preset="disparu")
    text = text_of(factories.browser(), "/jouer/dix/")
    assert re.search(r'value="traditionnel" data-preset checked', text)


# -- Members ----------------------------------------------------------------------------------


def test_an_officer_changes_a_role_and_removes_a_member(club):
    client = officer_of(club)
    member = club.memberships.create(user=factories.user("karim"))
    url = f"/clubs/un/membres/{member.pk}/"
    assert notices(client.post(url, {"role": "scorer"}, follow=True)) == ["Le rôle est changé."]
    member.refresh_from_db()
    assert member.role == "scorer"
    assert notices(client.post(url, {"remove": "1"}, follow=True)) == [
        "Cette personne n'est plus membre."
    ]
    assert not Membership.objects.filter(pk=member.pk).exists()


def test_who_removes_a_member_is_reminded_of_the_tables_link(club):
    link, _token = factories.table_link(club)
    member = club.memberships.create(user=factories.user("karim"))
    url = f"/clubs/un/membres/{member.pk}/"
    sentences = notices(officer_of(club).post(url, {"remove": "1"}, follow=True))
    assert len(sentences) == 2
    assert "lien de table du club" in sentences[1]
    assert link.state == "live"


def test_what_is_the_owners_is_refused_with_a_sentence(club):
    client = officer_of(club)
    owner = club.memberships.create(user=factories.user(), role="owner")
    url = f"/clubs/un/membres/{owner.pk}/"
    for sent in ({"role": "member"}, {"remove": "1"}):
        assert notices(client.post(url, sent, follow=True)) == [
            "C'est aux propriétaires du club de le faire."
        ]


def test_the_last_owner_is_told_to_name_another(club):
    client = officer_of(club, "owner")
    assert notices(client.post("/clubs/un/quitter/", follow=True)) == [
        "Un club garde au moins un propriétaire : en nommer un autre d'abord."
    ]
    assert club.memberships.count() == 1


def test_an_invitation_is_shown_once_with_its_code(club):
    client = officer_of(club)
    page = client.post("/clubs/un/inviter/", {"role": "scorer", "days": "1"}).content.decode()
    (token,) = set(re.findall(r"/invitation/([^/]+)/", page))
    assert 'class="qr"' in page
    listed = text_of(client, "/clubs/un/membres/")
    assert token not in listed
    assert "Invitations en cours" in listed
    row = Invitation.objects.get()
    client.post(f"/clubs/un/invitations/{row.pk}/retirer/")
    assert factories.browser().get(f"/invitation/{token}/").status_code == 404


def test_the_link_leads_a_visitor_to_sign_in_and_back(club):
    handed = services.invite(club=club, caller=Caller(user=factories.member(club, "officer")))
    path = f"/invitation/{handed.token}/"
    text = text_of(factories.browser(), path)
    sign_in = resolve_url(settings.LOGIN_URL)
    assert f'href="{sign_in}?next=%2Finvitation%2F{handed.token}%2F"' in text
    answer = factories.browser(factories.user()).post(path, follow=True)
    assert answer.redirect_chain == [("/clubs/un/", 302)]
    assert notices(answer) == ["Bienvenue au club."]


def test_whoever_is_a_player_elsewhere_is_offered_to_be_one(club):
    account = factories.user()
    own = factories.player("Zoé Roy", factories.club("deux"), user=account)
    named = factories.player("Zoé", club)
    by = Caller(user=factories.member(club, "officer"))
    handed = services.invite(club=club, caller=by, player=named)
    path = f"/invitation/{handed.token}/"
    client = factories.browser(account)
    text = text_of(client, path)
    assert "Oui, c'est moi : réunir" in plain(text).replace("&#x27;", "'")
    assert "Entrer au club sans réunir" in text
    client.post(path, {"merge": "1"})
    assert [line.player for line in club.club_players.all()] == [own]


# -- Players ----------------------------------------------------------------------------------


def test_people_are_searched_added_and_offered_when_the_name_is_taken(club):
    zoe = factories.player("Zoé Roy", club)
    factories.player("Ann", club)
    client = officer_of(club)
    text = text_of(client, "/clubs/un/joueurs/?q=ZO%C3%89")
    assert "Zoé Roy" in text
    assert ">Ann<" not in text
    taken = client.post("/clubs/un/joueurs/", {"name": "zoé  roy"})
    assert taken.status_code == 400
    assert f'href="/joueurs/{zoe.pk}/"' in taken.content.decode()
    assert notices(taken) == ["Ce nom est déjà pris dans le club, par Zoé Roy." + MARK]
    added = client.post("/clubs/un/joueurs/", {"name": "Bruno"}, follow=True)
    assert notices(added) == ["Bruno est dans la liste."]


def test_people_are_listed_fifty_a_page(club):
    for number in range(51):
        factories.player(f"P{number:02}", club)
    client = factories.browser()
    first, second = (text_of(client, f"/clubs/un/joueurs/?page={page}") for page in (1, "2"))
    assert ("P49" in first, "P50" in first, "page=2" in first) == (True, False, True)
    assert ("P49" in second, "P50" in second) == (False, True)
    assert "P00" in text_of(client, "/clubs/un/joueurs/?page=x")


def test_a_player_shows_name_clubs_counts_and_matches(club):
    zoe = factories.player("Zoé", club, factories.club("secret", public=False))
    match = factories.started(club=club, rules=IN_100, seats=seats(zoe))
    factories.recorded(match, ALL_TAKEN)
    text = text_of(factories.browser(), f"/joueurs/{zoe.pk}/")
    assert "/clubs/un/" in text
    assert "secret" not in text
    assert match.pk in text
    assert re.search(r"1 match ·\s*<abbr[^>]*>1 V</abbr>", text)


def test_a_hidden_player_is_404_to_outsiders(club):
    zoe = factories.player("Zoé", club, shown="hidden")
    url = f"/joueurs/{zoe.pk}/"
    assert factories.browser().get(url).status_code == 404
    assert factories.browser(factories.user()).get(url).status_code == 404
    assert "joueur anonyme" in text_of(officer_of(club, "member"), url)


@pytest.mark.parametrize("rows", [1, 3])
def test_a_player_takes_as_many_queries_whatever_they_played(club, rows, django_assert_num_queries):
    zoe = factories.player("Zoé", club)
    for _ in range(rows):
        match = factories.started(club=club, rules=IN_100, seats=seats(zoe))
        factories.recorded(match, ALL_TAKEN)
        services.players.enter_list(factories.club(), zoe, Caller())
    client = factories.browser()
    with django_assert_num_queries(13):
        assert client.get(f"/joueurs/{zoe.pk}/").status_code == 200


def test_the_address_of_a_merged_player_leads_to_who_they_are(club):
    zoe, double = factories.player("Zoé", club), factories.player("Zoe R", club)
    client = officer_of(club)
    url = f"/joueurs/{zoe.pk}/reglages/"
    assert "Zoe R" in text_of(client, f"{url}?q=zoe")
    done = client.post(url, {"merge": str(double.pk)}, follow=True)
    assert notices(done) == ["Les deux n'en font plus qu'une. Cela se défait pendant 30 jours."]
    answer = factories.browser().get(f"/joueurs/{double.pk}/")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/joueurs/{zoe.pk}/")
    assert "Défaire la réunion" in text_of(client, url)
    client.post(url, {"undo": "1"})
    assert factories.browser().get(f"/joueurs/{double.pk}/").status_code == 200


@pytest.mark.parametrize("number", ["", "x", "0", "999999", "9" * 30, "9" * 5000])
def test_merging_with_nobody_is_404(club, number):
    zoe = factories.player("Zoé", club)
    answer = officer_of(club).post(f"/joueurs/{zoe.pk}/reglages/", {"merge": number})
    assert answer.status_code == 404


def test_a_player_is_renamed_hidden_and_taken_off_the_list(club):
    zoe = factories.player("Zoé", club)
    factories.player("Ann", club)
    client = officer_of(club)
    url = f"/joueurs/{zoe.pk}/reglages/"
    client.post(url, {"name": "Zoé Roy"})
    client.post(url, {"shown": "initials"})
    zoe.refresh_from_db()
    assert (zoe.name, zoe.shown) == ("Zoé Roy", "initials")
    taken = client.post(url, {"name": "ANN"})
    assert taken.status_code == 400
    assert notices(taken)[-1] == "Ce nom est déjà pris dans le club, par Ann." + MARK
    blank = client.post(url, {"name": " "})
    assert blank.status_code == 400
    client.post(url, {"remove": "un"})
    assert client.get(f"/joueurs/{zoe.pk}/").status_code == 404


def test_one_hides_oneself_and_leaves_a_list(club):
    account = factories.user()
    zoe = factories.player("Zoé", club, user=account)
    client = factories.browser(account)
    url = f"/joueurs/{zoe.pk}/reglages/"
    client.post(url, {"shown": "hidden"})
    client.post(url, {"remove": "un"})
    assert (Player.objects.get().shown, club.club_players.count()) == ("hidden", 0)
    assert client.get(f"/joueurs/{zoe.pk}/").status_code == 200


# -- The log, and hostile names -----------------------------------------------------------------


def test_the_log_is_told_in_words_to_officers(club):
    client = officer_of(club)
    client.post("/clubs/un/joueurs/", {"name": "Bruno"})
    text = text_of(client, "/clubs/un/journal/")
    assert "Personne ajoutée" in text
    assert "Bruno" in text


def test_hostile_names_are_escaped_on_every_page(club):
    club.name = HOSTILE
    club.save()
    client = officer_of(club, "owner")
    zoe = factories.player(HOSTILE, club)
    client.post(f"/joueurs/{zoe.pk}/reglages/", {"name": HOSTILE + " 2"})
    services.invite(club=club, caller=Caller(user=factories.member(club, "owner")), player=zoe)
    Player.objects.filter(pk=zoe.pk).update(user=factories.member(club))
    pages = ("", "joueurs/", "membres/", "journal/", "reglages/")
    urls = [f"/clubs/un/{page}" for page in pages]
    for url in ("/", "/clubs/", *urls, f"/joueurs/{zoe.pk}/", f"/joueurs/{zoe.pk}/reglages/"):
        text = text_of(client, url)
        assert ESCAPED in text, url
        assert HOSTILE not in text, url


# -- Finding one's club, and playing there ----------------------------------------------------

START = 'href="/jouer/?club={}"'


@pytest.mark.parametrize(
    ("role", "open_recording", "offered"),
    [
        ("", True, True),
        ("", False, True),  # it is proposed to the club
        ("member", False, True),
        ("owner", False, True),
    ],
)
def test_a_clubs_page_starts_its_matches_for_who_may(role, open_recording, offered):
    club = factories.club("deux", open_recording=open_recording)
    reader = factories.browser(factories.member(club, role) if role else None)
    assert (START.format("deux") in text_of(reader, "/clubs/deux/")) is offered


def test_home_leads_members_to_their_clubs_and_the_others_to_the_first(club):
    second, third = factories.club("deux"), factories.club("trois")
    account = factories.member(third)
    Membership.objects.create(club=second, user=account)
    hrefs = re.findall(
        r'class="button"\s+href="/clubs/(\w+)/"', text_of(factories.browser(account), "/")
    )
    assert hrefs == ["trois", "deux"]
    for reader in (factories.browser(), factories.browser(factories.user())):
        assert re.findall(r'class="button"\s+href="/clubs/(\w+)/"', text_of(reader, "/")) == ["un"]


def test_home_leads_the_sites_owner_to_the_first_club_too(club):
    owner = factories.site_owner()
    services.make_club(caller=Caller(user=owner), name="Deux", city="")
    hrefs = re.findall(
        r'class="button"\s+href="/clubs/(\w+)/"', text_of(factories.browser(owner), "/")
    )
    assert hrefs == ["un", "deux"]


def test_home_speaks_for_the_members_own_club(club):
    second = factories.club("deux")
    first_table = factories.started(club=club)
    table = factories.started(club=second, by=Caller(user=factories.member(second)))
    reader = factories.browser(factories.member(second))
    text = text_of(reader, "/")
    assert (table.id in text, first_table.id in text) == (True, False)
    assert 'name="club" value="deux"' in text_of(reader, "/jouer/dix/")
    Membership.objects.create(club=club, user=second.memberships.last().user)
    assert 'name="club" value="un"' in text_of(reader, "/jouer/dix/")


def test_a_start_offers_the_preset_of_the_club_that_it_is_for(club):
    second = factories.club("deux")
    second.default_presets.create(game="dix", preset="competitif")
    reader = factories.browser(factories.member(second))
    for address in ("/jouer/dix/", "/jouer/dix/?club=deux"):
        text = text_of(reader, address)
        assert 'value="competitif" data-preset checked' in text


# -- Who comes in -----------------------------------------------------------------------------


def test_who_comes_in_says_their_name(club):
    handed = services.invite(club=club, caller=Caller(user=factories.member(club, "owner")))
    path, account = f"/invitation/{handed.token}/", factories.user()
    reader = factories.browser(account)
    assert 'name="name"' in text_of(reader, path)
    assert reader.post(path, {"name": "Zoé"}).headers["location"] == "/clubs/un/"
    assert Player.objects.get(user=account).name == "Zoé"
    assert "Zoé" in text_of(officer_of(club), "/clubs/un/membres/")
    # Whoever is a player already is not asked for a name again.
    assert 'name="name"' not in text_of(reader, path)


def test_a_name_on_the_list_is_refused_at_the_door_in_words(club):
    factories.player("Zoé", club)
    handed = services.invite(club=club, caller=Caller(user=factories.member(club, "owner")))
    path, account = f"/invitation/{handed.token}/", factories.user()
    response = factories.browser(account).post(path, {"name": "zoe\u0301"})
    assert (response.status_code, notices(response)) == (
        400,
        [
            "Zoé est déjà dans la liste du club : demander à un responsable une invitation à ce"
            " nom, ou ajouter une initiale."
        ],
    )
    assert not Membership.objects.filter(user=account).exists()


def test_the_door_leads_to_a_new_account_and_to_a_known_one(club):
    handed = services.invite(club=club, caller=Caller(user=factories.member(club, "owner")))
    path = f"/invitation/{handed.token}/"
    text = text_of(factories.browser(), path)
    back = f"?next=%2Finvitation%2F{handed.token}%2F"
    assert f'href="/compte/inscription/{back}"' in text
    assert f'href="/compte/connexion/{back}"' in text


def test_pages_call_an_account_by_its_player_or_its_number_never_by_its_random_name(club):
    account = factories.member(club)
    account.username = "u-be94c577b11368df"
    account.save()
    table = factories.started(club=club, by=Caller(user=account))
    history = f"/parties/{table.id}/historique/"
    assert f"compte n° {account.pk}" in text_of(factories.browser(), history)
    zoe = factories.player("Zoé Roy", club, user=account)
    assert "· Zoé Roy" in text_of(factories.browser(), history)
    Player.objects.filter(pk=zoe.pk).update(shown="initials")
    text = text_of(factories.browser(), history)
    assert ("· Z. R." in text, "Zoé Roy" in text, "u-be94" in text) == (True, False, False)


def test_an_officer_says_who_they_are_without_inviting_themselves(club):
    zoe, other = factories.player("Zoé", club), factories.player("Ana", club)
    account = factories.member(club, "officer")
    client, path = factories.browser(account), f"/joueurs/{zoe.pk}/reglages/"
    assert 'name="claim"' in text_of(client, path)
    assert notices(client.post(path, {"claim": "1"}, follow=True)) == [
        "Cette personne est maintenant ce compte."
    ]
    zoe.refresh_from_db()
    assert zoe.user == account
    assert club.changes.last().kind == "tied"
    # An account can be only one person.
    path = f"/joueurs/{other.pk}/reglages/"
    assert 'name="claim"' not in text_of(client, path)
    answer = client.post(path, {"claim": "1"}, follow=True)
    assert notices(answer) == ["Ce compte est déjà quelqu'un d'autre."]
    # A member who does not run the club cannot claim a person, and an owner cannot claim a
    # person who has an account.
    stranger = factories.browser(factories.member(club))
    answer = stranger.post(path, {"claim": "1"}, follow=True)
    other.refresh_from_db()
    assert other.user is None
    second = factories.browser(factories.member(club, "owner"))
    answer = second.post(f"/joueurs/{zoe.pk}/reglages/", {"claim": "1"}, follow=True)
    assert notices(answer) == ["Cette personne a déjà un compte."]
