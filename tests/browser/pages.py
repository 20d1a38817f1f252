"""Walks through every page of the site, in all the states that look different."""

from collections.abc import Callable, Iterator, Sequence
from datetime import time
from typing import Any

from django.utils import timezone
from playwright.sync_api import expect

from clubs import services as people
from clubs.callers import Caller
from clubs.models import Club, ClubPlayer
from core.names import name_key
from games import services
from games.models import Match, Side
from games.services import Writing
from jobs.models import Job
from leaderboards.models import Witness
from leaderboards.services import add_feat
from tests import factories
from tests.browser.phones import NAMES, Phone
from tests.bulletin.evenings import DAY, with_a_riddle
from tests.games.dix.analysed import analysed
from tests.tournaments.stages import (
    arranged,
    draft,
    knockout,
    own_page,
    place_of,
    publish,
    with_a_list,
)
from tests.transmission import families
from tournaments.services import ChallengeAsked, EveningAsked, make_challenge, make_evenings

Part = Callable[[Phone, Any, Sequence[str], Any], Iterator[str]]


def table_of_the_club(club: Any, names: Sequence[str], *hands: Any, **changes: Any) -> Any:
    """Start a match of the club with players of its list, and return its table."""
    client = factories.api(factories.site_owner())
    seats = []
    for name in names:
        known = ClubPlayer.objects.filter(club=club, name_key=name_key(name)).first()
        player = known.player if known else factories.player(name, club)
        seats.append({"player": player.pk})
    return factories.table(client, *hands, club=club.slug, seats=seats, **changes)


def walk(
    phone: Phone, club: Any, names: Sequence[str] = NAMES, beside: Sequence[Part] | None = None
) -> Iterator[str]:
    """Go from page to page, and yield at each stop.

    The walk visits the pages of a match, and then other pages of its club: all of them, or only
    the parts in `beside`.
    """
    yield from _around(phone, club)
    running = table_of_the_club(club, names, *[factories.HAND, factories.FAILED] * 3)
    ended = table_of_the_club(
        club, names, factories.HAND, factories.ALL_TAKEN, rules=factories.IN_100 | {"target": 120}
    )
    Side.objects.filter(match__in=(running.id, ended.id), number=0).update(name=names[0])
    yield from _match(phone, running, ended, names)
    yield from _line(phone, running)
    yield from _card_by_card(phone, running)
    for part in BESIDE if beside is None else beside:
        yield from part(phone, club, names, running)
    if beside is None:
        yield from _texts(phone)
        yield from _lab(phone)


def _lab(phone: Phone) -> Iterator[str]:
    """Visit a question of the lab with each kind of form.

    They are cards, a deal, dice, a ruleset, a long answer and a refused form.
    """
    yield from _open_all(
        phone,
        "/labo/",
        "/labo/dix/repartitions/",
        "/labo/dix/main-sure/",
        "/labo/dix/ma-main/?cards=AS",
        "/labo/dix/donne/?hands=AS+KS+/+6S+10S+/+7S+6C+/+8S+7C&trump=spades&leader=0",
        "/labo/bataille/simulation/?games=20001",
        "/labo/dix-mille/lancer/",
        "/labo/yams/cases/",
        "/labo/maitre/ce-qui-manque/",
        "/labo/moteurs/",
    )


def _boards(phone: Phone, club: Any, names: Sequence[str], _running: Any) -> Iterator[str]:
    """Visit boards, two people compared, an explained rating, a player, records and their form."""
    # The data are a board of three matches, a beaten record, a record written by hand, and an
    # event.
    for hands in ((factories.HAND, factories.ALL_TAKEN), (factories.ALL_TAKEN,)):
        table_of_the_club(club, [f"{name} A" for name in names], *hands, rules=factories.IN_100)
    partie = {"bidder": 0, "partie": True, "taken": 100}
    event = table_of_the_club(club, [f"{name} A" for name in names], partie)
    Witness.objects.create(match_id=event.id, code="partie_won", name=names[1])
    first, other = ClubPlayer.objects.filter(club=club, player__name__endswith=" A")[:2]
    add_feat(
        game="dix",
        club=club,
        text=f"Trois dix de suite, par {first.player.name}",
        on=timezone.localdate(),
        players=[first.player],
        witness=names[1],
        caller=Caller(user=factories.site_owner()),
    )
    board, here = "/classements/dix/", f"?club={club.slug}"
    yield from _open_all(
        phone,
        "/classements/",
        *(f"{board}{here}", f"{board}{here}&season=90d", f"{board}{here}&kind=pairs"),
        "/classements/yams/",
        f"{board}duel/?a={first.player_id}&b={other.player_id}",
        f"{board}calcul/?joueur={first.player_id}",
        f"/joueurs/{first.player_id}/",
        f"/joueurs/{first.player_id}/matchs/?jeu=dix",
        f"/joueurs/{first.player_id}/rencontres/?par=contre",
        f"/joueurs/{first.player_id}/faits/",
        "/records/dix/",
    )
    for fold in phone.page.locator("main details:not([data-menu]) > summary").all():
        fold.tap()
    yield "records with those who held them before"
    phone.sign_in(factories.member(club, "officer"))
    phone.open(f"/records/dix/{here}")
    phone.page.locator("main form button.button--main").tap()
    yield "a record by hand that is refused"
    phone.page.locator(".feats__out summary").tap()
    yield "a record by hand that is about to be taken off"
    phone.open(f"/records/dix/{event.id}/partie_won/temoin/")
    yield "the witness of an event"
    phone.page.context.clear_cookies(name="sessionid")


def _lineage(phone: Phone, club: Any, names: Sequence[str], _running: Any) -> Iterator[str]:
    """Visit a graph, the graph around one person, and the pages on which officers write."""
    officer = factories.member(club, "officer")
    teacher, learner = (families.played(f"{names[0]} {letter}", club) for letter in "XY")
    families.linked(teacher, learner, officer, date="2020")
    page = "/transmission/dix/"
    yield from _open_all(
        phone, "/transmission/", "/transmission/yams/", page, f"{page}?autour={teacher.pk}&vers=Y"
    )
    yield from _open_all(phone, f"{page}tout/")
    phone.sign_in(officer)
    arguments = {"game": "dix", "format": "csv", "club": club.slug, "create_players": False}
    job = Job.objects.create(
        kind="transmission.check", owner=officer, arguments=arguments, state="running", total=9
    )
    yield from _open_all(phone, f"/travaux/{job.pk}/")
    # The page of a job follows the job, and would change by itself just when the next address is
    # opened.
    phone.page.goto("about:blank")
    fault = {"code": "date_invalid", "detail": "Date ?", "attr": "lines.2"}
    ended = {"state": "failed", "error": "date_invalid", "result": {"errors": [fault]}}
    Job.objects.update(**ended, finished_at=timezone.now())
    yield from _open_all(phone, f"/travaux/{job.pk}/")
    result = {"preview": True, "links": 2, "new_players": ["Z"], "new_player_count": 1}
    Job.objects.update(state="done", error="", result=result)
    yield from _open_all(phone, f"/travaux/{job.pk}/", f"{page}importer/", f"{page}ecrire/")
    for fold in phone.page.locator("main details:not([data-menu]) > summary").all():
        fold.tap()
    yield "what an officer writes of a graph"
    phone.page.context.clear_cookies(name="sessionid")


def _tournaments(phone: Phone, club: Any, names: Sequence[str], _running: Any) -> Iterator[str]:
    """Visit a knockout of the club: its organiser's pages, its public pages, and its tables."""
    officer = factories.member(club, "officer")
    phone.sign_in(officer)
    yield from _open_all(phone, "/tournois/nouveau/", "/tournois/importer/")
    phone.open(f"/tournois/soiree/{club.slug}/")
    listed = f"{names[0]} K / {names[1]} L\n{names[0]} Z2\n{names[1]} M & {names[0]} N\nNom"
    phone.page.get_by_role("textbox").first.fill(listed)
    phone.page.locator("#formulas").wait_for()
    yield "an evening's list before its draw"
    people = [f"{name} {letter}" for letter in "XYZ" for name in names[:2]]
    night = knockout(club, officer, people, place=names[0])
    address = f"/tournois/{night.pk}/"
    rules = ("formule/", "regles/", "tetes-de-serie/", "eviter/")
    with_a_list(night, officer)
    signing = ("je-viens/reglages/", "je-viens/", "inscrits/7/", "imprimer/affiche/")
    cards = ("cartes/inscrits/", "cartes/tables/?tables=3")
    before = (
        *rules,
        "reduire/",
        "mur/reglages/",
        "prevenir/",
        "reglages/",
        *signing,
        *cards,
        "inscrits/",
        "inscrits/1/corriger/",
    )
    yield from _open_all(phone, *(f"{address}{page}" for page in before))
    phone.open(f"{address}inscrits/")
    listed = f"{names[0]} K / {names[1]} L\n{people[0]}\n12\n{names[0]} Z2\n{names[1]} M\nNom"
    phone.page.get_by_role("textbox").first.fill(listed)
    phone.page.locator("button[name=preview]").tap()
    phone.page.locator(".t-preview").wait_for()
    yield "a pasted list before it is entered"
    draft(night, officer)
    yield from _open_all(phone, f"{address}rondes/1/")
    publish(night, officer)
    table = f"{address}rondes/1/tables/1/"
    running = (
        "",
        "rondes/1/",
        "rondes/1/cartes/",
        "rondes/1/resultats/",
        "rondes/1/tables/1/suite/",
        "inscrits/1/",
        "classement/",
        "poules/",
        "mouvement/",
        "tableau/?inscrit=1",
        "journal/?rejouer=1",
        "fichiers/",
        "mur/?marche=garder",
        "mur/?vue=1&marche=pause",
        "mur/?vue=2&marche=garder",
        "imprimer/ronde/",
        "imprimer/bulletins/",
        "imprimer/croise/",
        "imprimer/poules/",
        "imprimer/tableau/",
        "imprimer/classement/",
    )
    for page in running:
        phone.open(f"{address}{page}")
        for fold in phone.page.locator("main details:not([data-menu]) > summary").all()[:3]:
            if fold.is_visible():  # not inside another that is closed
                fold.tap()
        yield f"{address}{page}"
    yield from _open_all(phone, f"{table}corriger/")
    today = timezone.localdate()
    terms = ChallengeAsked(club=club, name=f"Saison de {names[0]}", first=today, last=today)
    season = make_challenge(terms=terms, caller=Caller(user=officer))
    seasons, whole = "/tournois/challenges/", f"/tournois/challenges/{season.pk}/"
    yield from _open_all(phone, seasons, f"{seasons}nouveau/", whole, f"{whole}imprimer/")
    yield from _open_all(phone, f"{whole}reglages/", f"{whole}tableaux/")
    eight = [f"{names[0]} {letter}" for letter in "ABCDEFGH"]
    rotation = arranged(club, officer, name=names[0], entered=eight, format_="rotation")
    ladder = arranged(club, officer, "challenged", name=names[0], entered=eight)
    grid = arranged(club, officer, "dealt", name=names[0])
    yield from _open_all(phone, f"/tournois/{grid.pk}/rondes/1/resultats/")
    yield from _open_all(phone, f"/tournois/{rotation.pk}/mouvement/?inscrit=1")
    yield from _open_all(phone, f"/tournois/{rotation.pk}/imprimer/mouvement/")
    for fold in phone.open(f"/tournois/{ladder.pk}/echelle/").page.locator("main summary").all():
        fold.tap()
    yield "a ladder with whom each may challenge"
    yield from _open_all(phone, f"/tournois/{ladder.pk}/", f"/tournois/{ladder.pk}/inscrits/4/")
    yield from _open_all(phone, f"/tournois/{ladder.pk}/imprimer/echelle/")
    phone.page.context.clear_cookies(name="sessionid")
    yield from _open_all(phone, table, "/tournois/", own_page(night, 2), place_of(night, 1))
    Club.objects.filter(pk=club.pk).update(embeddable=True)
    yield from _open_all(phone, f"/integrer/fr/tournois/{night.pk}/")


def _people(phone: Phone, club: Any, names: Sequence[str], _running: Any) -> Iterator[str]:
    """Visit the pages of the club and its people, as a visitor and as an owner sees them."""
    player = club.club_players.order_by("id").first().player
    officer = Caller(user=factories.member(club, "officer"))
    people.post_notice(club=club, text=f"Mardi chez {names[0]}, à 20 h 30", caller=officer)
    evening = EveningAsked(names[0], timezone.localdate(), time(20, 30), place=names[0], weeks=2)
    called_off, _next = make_evenings(club=club, evening=evening, caller=officer)
    called_off.cancelled = True
    called_off.save()
    club.embeddable = True
    club.save()
    here, frames = f"/clubs/{club.slug}/", f"/integrer/fr/clubs/{club.slug}/"
    yield from _open_all(phone, f"{here}calendrier/", f"{here}palmares/")
    pages = (f"{frames}{page}/" for page in ("calendrier", "palmares", "classements/dix"))
    yield from _open_all(phone, *pages)
    yield from _open_all(phone, f"/clubs/{club.slug}/", "/clubs/", f"/joueurs/{player.pk}/")
    owner = factories.member(club, "owner")
    factories.player("Anne-Frédérique Ouellet-Charbonneau", club, shown="initials")
    other = club.memberships.create(user=factories.user("anne-frederique.charbonneau"))
    by = Caller(user=owner)
    people.rename(player=player, name=f"{names[0]} R.", caller=by)
    people.set_role(club=club, membership_id=other.pk, role="scorer", caller=by)
    offer = people.invite(club=club, caller=by, player=player)
    phone.open(f"/invitation/{offer.token}/")
    yield "invitation of a visitor"
    phone.sign_in(owner)
    yield from _open_all(
        phone,
        "/clubs/",
        *(
            f"/clubs/{club.slug}/{page}"
            for page in ("", "mur/", "reglages/", "journal/", "joueurs/", "joueurs/liste/")
        ),
        f"{here}calendrier/",
        f"{here}calendrier/{called_off.pk}/",
        f"/joueurs/{player.pk}/reglages/?q=e",
        f"/invitation/{offer.token}/",
        f"/clubs/{club.slug}/membres/",
    )
    phone.page.locator(".member > summary").first.tap()
    yield "members with one open"
    phone.page.locator("form[action$='/inviter/'] button").tap()
    expect(phone.page.locator(".qr")).to_be_visible()
    yield "new invitation"
    phone.page.context.clear_cookies(name="sessionid")


def _open_all(phone: Phone, *paths: str) -> Iterator[str]:
    for path in paths:
        phone.open(path)
        yield path


def _around(phone: Phone, club: Any) -> Iterator[str]:
    phone.open()
    yield "home of a club without matches"
    phone.open("/jouer/dix/")
    yield "start"
    for fold in phone.page.locator("main details:not([data-menu]) > summary").all():
        fold.tap()
    yield "start with all its rules"
    phone.page.locator("#id_name_0").fill("A" * 81)
    phone.page.locator("button[type=submit].button--main").tap()
    expect(phone.page.locator(".errorlist").first).to_be_visible()
    yield "start with a name too long"


def _match(phone: Phone, running: Any, ended: Any, names: Sequence[str]) -> Iterator[str]:
    phone.watch(running)
    yield "match seen by a watcher"
    new = factories.table(preset="competitif-argent")
    phone.score(new)
    phone.page.locator(".pad__more > summary").tap()
    yield "new match with the helper open"
    services.abandon(match_id=new.id, by=_link(new))
    phone.watch(new)
    yield "abandoned match"
    seats = [{"name": name} for name in names[:3]]
    phone.score(factories.table(None, game="toy", seats=seats))
    yield "match of a game without templates of its own"
    phone.score(running)
    phone.page.locator("#pad input[name=bidder]").first.tap()
    phone.page.locator("#pad [name=bid][value='70']").tap()
    phone.page.locator("#pad [name=taken][value='60']").tap()
    expect(phone.page.locator(".preview__figures")).to_be_visible()
    yield "running match with a preview"
    phone.page.locator("main summary").first.tap()
    yield "running match with its menu"
    if phone.page.locator("main details[data-menu][open]").count():  # Tab closes it too
        phone.page.locator("main summary").first.tap()
    phone.page.locator("#pad [name=bid][value='partie']").tap()
    services.record(match_id=running.id, data=factories.FAILED, by=_link(running))
    expect(phone.page.locator("#pad .waits")).to_be_visible()
    yield "running match that has moved on"
    phone.score(ended)
    yield "ended match"
    phone.watch(analysed(), "lignes/1/analyse/")
    yield "analysed hand"
    again = factories.table(seats=[{"named": False}] * 4, rules=factories.IN_100)
    first = Match.objects.get(pk=again.id)
    factories.recorded(first, factories.ALL_TAKEN)
    second = services.rematch(match_id=first.pk, by=_link(again)).table.match
    factories.recorded(second, factories.ALL_TAKEN)
    phone.score(again).watch(again)
    yield "ended match of a series, without names"
    phone.open()
    yield "home with tables of one's own"
    phone.page.context.clear_cookies(name="tables")
    phone.open()
    yield "home of a club with matches"
    phone.score(running)
    for page in ("partager/", "places/", "reglages/", "historique/", "mur/"):
        phone.watch(running, page)
        yield page.strip("/")
    phone.watch(ended, "mur/")
    yield "wall of an ended match"


def _links(phone: Phone, club: Any, _names: Sequence[str], running: Any) -> Iterator[str]:
    phone.watch(running, "partager/")
    phone.page.locator("button[value=score_match]").tap()
    expect(phone.page.locator(".share--made .qr")).to_be_visible()
    yield "a link just made"
    phone.page.locator("button[name=revoke]").first.tap()
    expect(phone.page.locator(".links__item--over")).to_be_visible()
    yield "a link taken back"
    guests = factories.table(None, factories.HAND)
    phone.score(guests).watch(guests, "club/")
    yield "a match to be given to a club"
    guests.call("post", "proposal/", {"club": club.slug})
    phone.watch(guests, "club/")
    yield "a match offered to a club"
    phone.sign_in(factories.member(club, "officer"))
    for page in ("liens", "propositions"):
        phone.open(f"/clubs/{club.slug}/{page}/")
        yield f"{page} of the club"
    phone.page.context.clear_cookies(name="sessionid")
    phone.open(f"/clubs/{club.slug}/liens/")
    yield "links of the club to a visitor"
    phone.open("/jouer/")
    yield "choice of a game"
    phone.open("/l/x/")
    yield "a link that serves no more"


def _line(phone: Phone, running: Any) -> Iterator[str]:
    phone.watch(running, "lignes/2/")
    yield "line with its correction"
    phone.page.locator("[name=taken][value='90']").tap()
    phone.page.locator("#record").tap()
    expect(phone.page.locator(".differences")).to_be_visible()
    yield "line with the differences"
    phone.page.locator("[name=keep]").tap()
    expect(phone.page.locator(".paper__corrected")).to_be_visible()
    yield "match with a corrected line"


def _card_by_card(phone: Phone, running: Any) -> Iterator[str]:
    phone.watch(running, "cartes/")
    yield "auction"
    phone.page.locator("[value='60']").tap()
    phone.page.locator("button[value=partie]").tap()
    expect(phone.page.locator("button[value=hearts]")).to_be_visible()
    yield "choice of the trump"
    phone.page.locator("button[value=hearts]").tap()
    for card in ("5S", "6S", "7H"):
        phone.page.locator(f"button[value='{card}']").tap()
    expect(phone.page.locator(".trick .calls li")).to_have_count(3)
    yield "cards"


def _texts(phone: Phone) -> Iterator[str]:
    yield from _open_all(
        phone,
        "/regles/",
        "/regles/dix/",
        "/regles/dix/feuille/",
        "/aide/",
        "/api/v1/docs/",
        "/cette-page/n-existe/pas/",
    )


def _link(table: Any) -> Writing:
    return factories.by_link(Match.objects.get(pk=table.id))


def _bulletins(phone: Phone, club: Any, _names: Sequence[str], _running: Any) -> Iterator[str]:
    """Visit a bulletin with a riddle: the draft, the form, and the published page as a visitor.

    The form is first refused, then saved.
    """
    with_a_riddle(club)
    page = f"/clubs/{club.slug}/bulletin/{DAY}/"
    phone.sign_in(factories.member(club, "officer"))
    yield from _open_all(phone, f"/clubs/{club.slug}/bulletin/", page)
    phone.page.locator("main summary").first.tap()
    yield "the answer of a riddle"
    phone.open(f"{page}modifier/")
    phone.page.fill("#id_title", " ")
    phone.page.locator("main form button.button--main").tap()
    expect(phone.page.locator(".errorlist")).to_be_visible()
    yield "a bulletin without a title"
    phone.page.fill("#id_title", "La soirée")
    phone.page.locator("main form button.button--main").tap()
    phone.page.locator("button[value=publish]").tap()
    expect(phone.page.locator("button[value=withdraw]")).to_be_visible()
    yield "a published bulletin"
    phone.page.context.clear_cookies(name="sessionid")
    yield from _open_all(phone, page, f"/clubs/{club.slug}/bulletin/")


# The parts of a club's pages other than its matches.
BESIDE: tuple[Part, ...] = (_links, _people, _lineage, _tournaments, _boards, _bulletins)
