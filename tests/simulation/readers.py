"""The readers of a simulated evening.

Passers-by and programs only read. Browsers sign in, read pages, and sign out.
"""

import re
from collections.abc import Generator
from typing import Any

from clubs.models import User
from games.models import Match
from tests.simulation.house import CLUBS, PASSWORD, account_of, email_of
from tests.simulation.people import SHORT, people_of, write
from tests.simulation.room import SIGN_IN, Call, Pass, Room, Script
from tournaments.models import Tournament

OTHER_PASSWORD = "une chaise de paille"
OF_A_CLUB = (
    *("", "calendrier/", "palmares/", "mur/", "journal/", "joueurs/", "joueurs/liste/"),
    *("membres/", "reglages/", "liens/", "propositions/", "bulletin/"),
)


def passer_by(room: Room, by: Pass) -> Script:
    """A script that reads public addresses, and addresses that `by` has no right to read."""
    for _look in range(room.random.randint(2, 6)):
        yield room.random.expovariate(1 / 60)
        yield Call(by, "GET", room.random.choice([*addresses(room), *pages(room)]))


def addresses(room: Room) -> list[str]:
    """Return addresses of the API that a program may try at this moment, relative to /api/v1/."""
    random = room.random
    paths = ["matches/", "matches/?club=clos", "players/?club=clos", "players/", "tournaments/"]
    for pk, slug in sorted(Match.objects.values_list("pk", "game")):
        paths += [f"matches/{pk}/", f"matches/{pk}/history/", f"matches/{pk}/chances/"]
        paths += [f"leaderboards/{slug}/", f"leaderboards/{slug}/?club=clos", f"records/{slug}/"]
    for pk in sorted(Tournament.objects.values_list("pk", flat=True)):
        paths += [f"tournaments/{pk}/rounds/", f"tournaments/{pk}/log/"]
    someone, slug = random.choice(people_of("clos")), random.choice(sorted(SHORT))
    paths += [f"players/{someone}/", f"players/{someone}/matches/", f"transmission/{slug}/"]
    return [*paths, f"transmission/{slug}/players/{someone}/"]


def pages(room: Room) -> list[str]:
    """Return pages that somebody may try at this moment, with a right to read them or without."""
    random = room.random
    club, game = random.choice(sorted(CLUBS)), random.choice(sorted(SHORT))
    player, other = random.sample(people_of(club), 2)
    paths = ["/", "/clubs/", "/tournois/", *(f"/clubs/{club}/{rest}" for rest in OF_A_CLUB)]
    paths += [f"/joueurs/{player}/{rest}" for rest in ("", "", "csv/", "rencontres/csv/")]
    paths += [f"/classements/{game}/", f"/classements/{game}/?club={club}", f"/records/{game}/"]
    paths += [f"/classements/{game}/duel/?a={player}&b={other}", f"/transmission/{game}/"]
    paths += [f"/transmission/{game}/?autour={player}", f"/transmission/{game}/tout/"]
    for pk in sorted(Match.objects.values_list("pk", flat=True)):
        paths += [f"/parties/{pk}/{rest}" for rest in ("", "", "mur/", "historique/")]
    for pk in sorted(Tournament.objects.values_list("pk", flat=True)):
        paths += [f"/tournois/{pk}/{rest}" for rest in ("", "journal/", "mur/")]
    return paths


# --- Browsers ------------------------------------------------------------------------------------


def form(by: Pass, path: str, body: dict[str, Any], **more: Any) -> Call:
    """Return the call that sends a page's form."""
    return Call(by, "POST", path, body, form=True, **more)


def signed_in(room: Room, club: str, role: str) -> Generator[Any, Any, Pass]:
    """Sign in with a new browser of that account, and return its pass.

    If signing in fails, the pass does not read the club.
    """
    account = account_of(club, role)
    by = Pass(f"browser of {account}", cookies={}, rests_on=room.password(club, role))
    yield Call(by, "GET", SIGN_IN)
    typed = {"login": email_of(account), "password": PASSWORD}
    call = form(by, SIGN_IN, typed)
    answer = yield call
    if call.worked(answer):
        by.club = club
    return by


def browser(room: Room, club: str, role: str) -> Script:
    """A script of a browser: sign in, read pages, perhaps post a form, and perhaps end the
    session.
    """
    random = room.random
    by = yield from signed_in(room, club, role)
    yield from look(room, by, random.randint(2, 4))
    if role != "member" and random.random() < 0.5:
        typed = {"name": f"Venue {random.randint(100, 999)}"}
        people = f"/clubs/{club}/joueurs/"
        yield form(by, people, typed, client_id=room.new_id(), leads_to=people)
    ends = {"out": sign_out, "elsewhere": sign_out_elsewhere, "rescue": be_rescued, "stay": None}
    end = ends[random.choice(sorted(ends))]
    if end is not None and by.club:
        yield from end(room, by, club, role)


def look(room: Room, by: Pass, times: int) -> Script:
    """Read pages, mostly of one's own club."""
    for _look in range(times):
        yield room.random.expovariate(1 / 30)
        yield Call(by, "GET", room.random.choice(pages(room)))


def look_at_club(room: Room, by: Pass, club: str) -> Script:
    """Ask for a page that only the club's people may read."""
    yield room.random.expovariate(1 / 30)
    yield Call(by, "GET", f"/clubs/{club}/{room.random.choice(['', 'joueurs/', 'membres/'])}")


def sign_out(room: Room, by: Pass, club: str, role: str) -> Script:
    """Sign out, and check that the old cookies open nothing, not even from another browser."""
    old_cookies = Pass(f"kept cookies of {role}, {club}", club=club, rests_on=by)
    old_cookies.cookies = dict(by.cookies or {})
    yield form(by, "/compte/deconnexion/", {}, ends=by)
    for sender in (by, old_cookies):
        yield from look_at_club(room, sender, club)


def sign_out_elsewhere(room: Room, by: Pass, club: str, role: str) -> Script:
    """Sign in with another browser, and end its session from the first one."""
    other = yield from signed_in(room, club, role)
    yield from look_at_club(room, other, club)
    yield form(by, "/compte/appareils/", {}, ends=other)
    yield from look_at_club(room, other, club)


def be_rescued(room: Room, by: Pass, club: str, role: str) -> Script:
    """Set a new password by a rescue link, which ends the sessions and tokens of the old
    password.
    """
    owner = yield from signed_in(room, club, "owner")
    account = User.objects.get(username=account_of(club, role))
    handed = yield form(owner, f"/compte/secours/{account.pk}/", {})
    link = re.search(rb"/compte/lien/[\w-]+/", handed.content)
    if link is None:  # nobody rescues an owner, or another officer's equal
        return
    phone, path = Pass(f"new phone of {role}, {club}", cookies={}), link[0].decode()
    yield Call(phone, "GET", path)
    typed = {"password1": OTHER_PASSWORD, "password2": OTHER_PASSWORD}
    call = form(phone, path, typed, ends=room.password(club, role))
    answer = yield call
    if call.worked(answer):
        phone.club = club
    for sender in (by, phone):
        yield from look_at_club(room, sender, club)
    yield Call(room.account(club, role), "GET", f"players/?club={club}")
    yield write(room, room.account(club, role), "PUT", f"clubs/{club}/notice/", {"text": "Tarte."})
