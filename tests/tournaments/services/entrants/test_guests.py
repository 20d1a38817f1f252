"""Guests of a club who turn out to be people of its list: one row a person, everywhere.

`People` is an independent account of who stands where: a slot is a person's place in an evening,
and its owner a player's number, or a guest's name without accents and capitals.
"""

from html import unescape
from random import Random

import pytest

from clubs.guests.models import KnownGuest
from clubs.lists.near import match_key
from clubs.models import Player
from games.models import Match
from tests import factories
from tests.extents import SCALE, seeds, sizes
from tests.plain import plain
from tests.tournaments.api.test_tournaments import rows_and_log
from tests.tournaments.evening import BASE, Evening, result_of, send_list
from tests.tournaments.services.test_challenges import Season
from tournaments import services

pytestmark = pytest.mark.django_db

V1 = "/api/v1/"
WORTH = {1: 10, 2: 7, 3: 5, 4: 3}
SCORES = [(500, 300), (300, 500), (400, 400), (450, 410)]
NAMES = ("Anne Roy", "Marie-Ève Côté", "Luc Roy", "Zoé d'Or", "Éloi Hêtre", "Ida", "Max", "Noé")
# How a person may be typed another evening.
SPELT = {
    "Marie-Ève Côté": ("marie eve cote", "MARIE-ÈVE COTE"),
    "Zoé d'Or": ("zoe d’or", "ZOÉ D'OR"),
}


class People:
    """Who stands in each slot, kept by rules of its own."""

    def __init__(self):
        self.owner, self.typed, self.written = {}, {}, {}
        self.into, self.known, self.merged = {}, [], []

    def put(self, slot, owner, typed=""):
        """Write a slot, as entering or correcting does."""
        self.owner[slot], self.typed[slot] = owner, typed
        self.written[slot] = self.written.get(slot, 0) + 1

    def guest(self, name):
        """The slots of a guest."""
        return [slot for slot, owner in self.owner.items() if owner == match_key(name)]

    def of(self, owner):
        """The evenings of a person."""
        return {slot[0] for slot, other in self.owner.items() if other == owner}

    def know(self, number, name, player):
        """A guest is a player."""
        slots = self.guest(name)
        for slot in slots:
            self.put(slot, player, self.typed[slot])
        self.known.append({"id": number, "player": player, "slots": slots})

    def part(self, known):
        """The guest is a guest again, where the player still stands for them."""
        self.known.remove(known)
        for slot in known["slots"]:
            if self.owner[slot] == known["player"]:
                self.put(slot, match_key(self.typed[slot]), self.typed[slot])

    def merge(self, survivor, absorbed):
        """Two players are one."""
        slots = {
            slot: self.written[slot] for slot, owner in self.owner.items() if owner == absorbed
        }
        moved = [known for known in self.known if known["player"] == absorbed]
        self.owner |= dict.fromkeys(slots, survivor)
        for known in moved:
            known["player"] = survivor
        self.merged.append((survivor, absorbed, slots, moved))

    def unmerge(self):
        """The last merger is undone, but for what was written since."""
        survivor, absorbed, slots, moved = self.merged.pop()
        for slot, written in slots.items():
            if self.written[slot] == written and self.owner[slot] == survivor:
                self.owner[slot] = absorbed
        for known in moved:
            if known in self.known:
                known["player"] = absorbed


class Guests:
    """A season of three tournaments whose people were typed before they were on the list."""

    def __init__(self, luck):
        self.gone = {}
        self.luck = luck
        self.season = Season(5)
        self.client, self.club = self.season.client, self.season.club
        self.challenge = self.season.challenge(scale="list", places=list(WORTH.values()))
        self.players = {player.pk: player.name for player in self.season.people}
        self.people, self.nights = People(), []
        for number in range(3):
            self.evening(number)
        table = {"name": "Avant", "date": "2026-09-02", "text": "MARIE-EVE COTE ; 12\nIda ; 9"}
        answer = self.client.post(f"{V1}challenges/{self.challenge}/tables/", table)
        assert answer.status_code == 201
        for line, name in enumerate(("MARIE-EVE COTE", "Ida")):
            self.people.put(("table", line, 0), match_key(name), name)

    def evening(self, number):
        """Everybody as a guest, in any pairs, some spelt as never before."""
        names = [self.luck.choice([name, *SPELT.get(name, ())]) for name in NAMES]
        self.luck.shuffle(names)
        body = {
            **{"name": f"Soirée {number}", "game": "dix", "format": "swiss", "seed": "graine"},
            **{"date": f"2026-10-0{number + 1}", "options": {"rounds": 1}},
            **{"tie_breaks": ["points"], "club": self.club.slug},
        }
        night = Evening(self.client.post(BASE, body).json()["id"], self.client, self.club)
        pairs = [names[at : at + 2] for at in range(0, 8, 2)]
        night.do("post", "entrants/", [{"players": [{"name": n} for n in pair]} for pair in pairs])
        for entrant, pair in enumerate(pairs, start=1):
            for place, name in enumerate(pair):
                self.people.put((number, entrant, place), match_key(name), name)
        drawn = night.draw()
        scores = [self.luck.choice(SCORES) for _table in drawn["tables"]]
        night.play(drawn, *map(list, scores))
        night.do("patch", "", {"state": "finished"})
        self.nights.append((night, drawn, scores))

    def ranks(self, number):
        """The place of each entrant of an evening."""
        _night, drawn, scores = self.nights[number]
        points = {}
        for table, (first, second) in zip(drawn["tables"], scores, strict=True):
            for at, (own, theirs) in enumerate(((first, second), (second, first))):
                points[table["entrants"][at]] = 2 * (own > theirs) + (own == theirs)
        return {at: 1 + sum(other > own for other in points.values()) for at, own in points.items()}

    def expected(self):
        """The total of each person."""
        ranks = [self.ranks(number) for number in range(3)]
        totals = {}
        for (night, line, _place), owner in self.people.owner.items():
            worth = (12, 9)[line] if night == "table" else WORTH[ranks[night][line]]
            totals[owner] = totals.get(owner, 0) + worth
        return totals

    def table(self):
        """The total of each person, as the challenge tells it."""
        rows = self.season.read(self.challenge)["table"]
        people = [(row["people"][0], row["total"]) for row in rows]
        totals = {person["player"] or match_key(person["name"]): total for person, total in people}
        assert len(totals) == len(rows)
        return totals

    def call(self, method, path, data=None):
        """Call the API; return the status, and the code of a refusal or the answer."""
        answer = getattr(self.client, method)(f"{V1}{path}", data)
        body = answer.json() if answer.content else {}
        refused = answer.status_code >= 400
        return answer.status_code, body["errors"][0]["code"] if refused else body

    def guests(self):
        """The names of the present guests."""
        owners = self.people.owner.items()
        return sorted({self.people.typed[slot] for slot, owner in owners if isinstance(owner, str)})

    def know(self):
        """A guest is found to be somebody of the list."""
        name = self.luck.choice([*self.guests(), "Personne"])
        player = self.luck.choice(list(self.players))
        slots = self.people.guest(name)
        code, answer = self.call(
            "post", f"clubs/{self.club.slug}/guests/", {"name": name, "player": player}
        )
        if {slot[0] for slot in slots} & self.people.of(player):
            assert (code, answer) == (400, "merge_same_tournament")
        elif not slots:
            assert (code, answer) == (400, "guest_unknown")
        else:
            assert (code, len(answer["traces"])) == (201, len(slots))
            self.people.know(answer["id"], name, player)

    def part(self):
        """It was somebody else after all."""
        if self.people.known:
            known = self.luck.choice(self.people.known)
            back = {
                (slot[0], match_key(self.people.typed[slot]))
                for slot in known["slots"]
                if self.people.owner[slot] == known["player"]
            }
            if any((slot[0], owner) in back for slot, owner in self.people.owner.items()):
                return  # The guest was entered there once more.
            code, answer = self.call("delete", f"clubs/{self.club.slug}/guests/{known['id']}/")
            assert code == 204, answer
            self.people.part(known)

    def merge(self):
        """Two of the list are one person."""
        if len(self.players) > 3:
            survivor, absorbed = self.luck.sample(list(self.players), 2)
            both = self.people.of(survivor) & self.people.of(absorbed)
            if "table" in both:
                return
            code, answer = self.call("post", f"players/{survivor}/merge/", {"other": absorbed})
            if both:
                # Who met there also sat at one table.
                assert code == 400
                assert answer in ("merge_same_tournament", "merge_same_table")
            else:
                assert code == 200, answer
                self.people.merge(survivor, absorbed)
                self.gone[absorbed] = self.players.pop(absorbed)

    def unmerge(self):
        """The last merger is undone."""
        if self.people.merged:
            survivor, absorbed, *_rest = self.people.merged[-1]
            code, answer = self.call("delete", f"players/{survivor}/merge/")
            assert code == 200, answer
            self.people.unmerge()
            self.players[absorbed] = self.gone[absorbed]

    def rename(self):
        """Somebody of the list has another name."""
        player = self.luck.choice(list(self.players))
        name = f"Nom {self.luck.randrange(10**6)}"
        assert self.call("patch", f"players/{player}/", {"name": name})[0] == 200
        self.players[player] = name

    def respell(self):
        """A guest's name is spelt otherwise, everywhere."""
        guests = self.guests()
        if guests:
            name = self.luck.choice(guests)
            payload = {"name": name, "spelling": self.luck.choice([name.upper(), name.title()])}
            assert self.call("patch", f"clubs/{self.club.slug}/guests/", payload)[0] == 200
            for slot in self.people.guest(name):
                self.people.put(slot, match_key(name), payload["spelling"])

    def correct(self):
        """Somebody else sat there: a guest, or a person of the list."""
        number, entrant, place = (
            self.luck.randrange(3),
            self.luck.randint(1, 4),
            self.luck.randrange(2),
        )
        there = {owner for slot, owner in self.people.owner.items() if slot[0] == number}
        name = self.luck.choice([f"Autre {self.luck.randrange(50)}", *NAMES])
        player = self.luck.choice([None, *self.players])
        owner = match_key(name) if player is None else player
        if owner not in there:
            self.people.put((number, entrant, place), owner, name)
            people = [self.seat((number, entrant, at)) for at in range(2)]
            self.nights[number][0].do("patch", f"entrants/{entrant}/", {"players": people})

    def seat(self, slot):
        """A slot's person, as the API takes it."""
        owner = self.people.owner[slot]
        return {"name": self.people.typed[slot]} if isinstance(owner, str) else {"player": owner}

    def score(self):
        """A result is corrected."""
        night, drawn, scores = self.luck.choice(self.nights)
        at = self.luck.randrange(2)
        scores[at] = self.luck.choice(SCORES)
        night.do("put", result_of(drawn, drawn["tables"][at]), {"scores": list(scores[at])})

    def check_pages(self):
        """Honours, people's pages, the file and the exports agree, and the logs with the rows."""
        for night, _drawn, _scores in self.nights:
            rows, log = rows_and_log(night.id)
            assert rows == log
        file = factories.browser().get(f"/tournois/challenges/{self.challenge}/tableur/")
        assert len(file.content.decode().strip().splitlines()) == 1 + len(self.expected())
        browser = factories.browser()
        for player in self.players:
            lines = browser.get(f"/joueurs/{player}/").context["tournaments"]
            places = {line["tournament"].name: line["place"][0] for line in lines}
            assert places == {
                f"Soirée {slot[0]}": self.ranks(slot[0])[slot[1]]
                for slot, owner in self.people.owner.items()
                if owner == player and slot[0] != "table"
            }
        honours = self.client.get(f"{V1}clubs/{self.club.slug}/honours/").json()["honours"]
        podiums = {row["name"]: {place["name"] for place in row["podium"]} for row in honours}
        for number, (night, _drawn, _scores) in enumerate(self.nights):
            called = {at: self.pair(number, at) for at in range(1, 5)}
            first = {called[at] for at, rank in self.ranks(number).items() if rank <= 3}
            assert podiums[f"Soirée {number}"] == first
            entered = {row["name"] for row in night.do("get", "entrants/")}
            assert entered == set(called.values())

    def pair(self, number, entrant):
        """The names of a pair."""
        slots = [(number, entrant, place) for place in range(2)]
        owners = [(slot, self.people.owner[slot]) for slot in slots]
        return " & ".join(
            self.people.typed[slot] if isinstance(owner, str) else self.players[owner]
            for slot, owner in owners
        )


@pytest.mark.parametrize("seed", seeds("seasons of guests", usual=1, new=3 * SCALE))
@pytest.mark.parametrize("steps", sizes(20, 200))
def test_a_season_of_guests_is_one_row_a_person_whatever_is_joined_corrected_and_parted(
    seed, steps
):
    season = Guests(Random(seed))
    assert season.table() == season.expected()
    actions = [season.know] * 4 + [season.part, season.merge, season.unmerge, season.rename]
    actions += [season.respell, season.correct, season.correct, season.score]
    for step in range(steps):
        season.luck.choice(actions)()
        assert season.table() == season.expected()
        if step % 50 == 49:
            season.check_pages()
    season.check_pages()


class Pasted:
    """Three evenings pasted on the page, before their people were on the list."""

    def __init__(self):
        self.season = Season(0)
        self.club = self.season.club
        self.browser = factories.browser(factories.member(self.club, "officer"))

    def evening(self, number, text, **more):
        """A finished tournament of these pairs; the first of each table wins."""
        body = {
            **{"name": f"Soirée {number}", "game": "dix", "format": "swiss", "seed": "graine"},
            **{"date": f"2026-10-0{number}", "options": {"rounds": 1}, "club": self.club.slug},
        }
        client = self.season.client
        night = Evening(client.post(BASE, body).json()["id"], client, self.club)
        page = send_list(self.browser, f"/tournois/{night.id}/inscrits/", text, **more)
        assert page.status_code == 302, page.content.decode()
        night.play(night.draw())
        night.do("patch", "", {"state": "finished"})
        return night

    def rows(self, challenge):
        """The names of the table, sorted."""
        rows = self.season.read(challenge)["table"]
        return sorted((row["people"][0]["name"], len(row["results"])) for row in rows)

    def answer(self, address, data):
        """Post a form; return the page that follows."""
        page = self.browser.post(address, data, follow=True)
        return unescape(plain(page.content.decode()))


@pytest.mark.nightly
def test_pasted_before_they_were_on_the_list_spelt_three_ways_and_one_found_later():
    """Ratings follow too: the results of guests count from the day on which they are known."""
    pasted = Pasted()
    challenge = pasted.season.challenge()
    first = pasted.evening(1, "Marie-Ève Côté / Luc\nJ. Roy / Ida", visitors="1")
    pasted.evening(2, "marie eve cote / Ida\nJ. Roy / Luc", visitors="1")
    four = [("Ida", 2), ("J. Roy", 2), ("Luc", 2), ("Marie-Ève Côté", 2)]
    assert pasted.rows(challenge) == four
    assert Match.objects.count() == Player.objects.count() == 0
    # The third evening adds them; their guests come along, as the preview of any list says.
    address = f"/tournois/{first.id}/inscrits/"
    guests = pasted.browser.post(address, {"entrants": "MARIE-EVE COTE / Max"}).context["guests"]
    assert [(guest["name"], len(guest["things"])) for guest in guests] == [("MARIE-EVE COTE", 2)]
    text = "MARIE-ÈVE CÔTÉ / Luc\nJean Roy / Ida"
    pasted.evening(3, text)
    names = set(Player.objects.values_list("name", flat=True))
    assert names == {"MARIE-ÈVE CÔTÉ", "Luc", "Jean Roy", "Ida"}
    assert [count for _name, count in pasted.rows(challenge)] == [3, 2, 1, 3, 3]
    assert Match.objects.count() == 1
    # « J. Roy » is found to be Jean Roy: all at once, with everything listed.
    jean = Player.objects.get(name="Jean Roy")
    settings = f"/joueurs/{jean.pk}/reglages/"
    page = pasted.browser.get(settings, {"guest": "j. roy"})
    assert [len(guest["things"]) for guest in page.context["guests"]] == [2]
    text = pasted.answer(settings, {"guest": "j. roy", "club": pasted.club.slug})
    assert "Soirée 1 (1er octobre 2026), Soirée 2 (2 octobre 2026)" in text
    assert [count for _name, count in pasted.rows(challenge)] == [3, 3, 3, 3]
    # The results of all three evenings are matches now, as old as they are.
    assert Match.objects.count() == 3
    lines = pasted.browser.get(f"/joueurs/{jean.pk}/").context["tournaments"]
    assert [line["tournament"].name for line in lines] == ["Soirée 3", "Soirée 2", "Soirée 1"]
    # A correction of the spelling is one everywhere, and says so.
    entrant = f"/tournois/{first.id}/inscrits/1/corriger/"
    text = pasted.answer(entrant, {"person_0": "Marie-Ève Côté", "person_1": "Luc"})
    assert "« MARIE-ÈVE CÔTÉ » s'écrit « Marie-Ève Côté » partout." in text
    assert ("Marie-Ève Côté", 3) in pasted.rows(challenge)
    # And parted again: the guest has two evenings, Jean Roy one.
    known = KnownGuest.objects.get(name="j. roy")
    pasted.answer(settings, {"part": str(known.pk)})
    assert ("J. Roy", 2) in pasted.rows(challenge)
    assert Match.objects.count() == 1


def test_a_person_is_added_with_what_their_guest_did_if_the_answer_is_yes():
    """In a palmarès, in a table entered by hand and in a frozen challenge; and parted again."""
    season = Season(0)
    browser = factories.browser(factories.member(season.club, "officer"))
    challenge, frozen = season.challenge(), season.challenge()
    for each_challenge in (challenge, frozen):
        payload = {"name": "Avant", "date": "2026-09-02", "text": "Zoé Roy ; 12\nIda ; 9"}
        season.client.post(f"{V1}challenges/{each_challenge}/tables/", payload)
    season.client.post(f"{V1}challenges/{frozen}/freeze/")
    body = {"name": "Coupe", "game": "dix", "format": "swiss", "club": season.club.slug}
    night = Evening(season.client.post(BASE, body).json()["id"], season.client, season.club)
    places = [{"rank": 1, "name": "Ida & zoe roy", "players": ["Ida", "zoe roy"]}]
    night.do("post", "palmares/", places)
    address = f"/clubs/{season.club.slug}/joueurs/"
    page = browser.post(address, {"name": "Zoé Roy"})
    assert (len(page.context["earlier"]), Player.objects.count()) == (4, 0)
    assert browser.post(address, {"name": "Zoé Roy", "guest": "same"}).status_code == 302
    zoe = Player.objects.get()

    def named_in():
        rows = [season.read(each_challenge)["table"] for each_challenge in (challenge, frozen)]
        in_tables = [row[0]["people"][0]["player"] for row in rows]
        lines = browser.get(f"/joueurs/{zoe.pk}/").context["tournaments"]
        honours = season.client.get(f"{V1}clubs/{season.club.slug}/honours/?year=2026").json()[
            "honours"
        ]
        (podium,) = [row["podium"] for row in honours if row["name"] == "Coupe"]
        return in_tables, [line["place"] for line in lines], podium[0]["name"]

    assert named_in() == ([zoe.pk, zoe.pk], [(1, 1)], "Ida & Zoé Roy")
    known = KnownGuest.objects.get()
    answer = season.client.delete(f"{V1}clubs/{season.club.slug}/guests/{known.pk}/")
    assert answer.status_code == 204
    assert named_in() == ([None, None], [], "Ida & zoe roy")


def test_a_strangers_wish_is_nobodys_guest_until_an_officer_ticks_it():
    season = Season(0)
    body = {"name": "Soirée", "game": "dix", "format": "swiss", "club": season.club.slug}
    night = Evening(season.client.post(BASE, body).json()["id"], season.client, season.club)
    night.do("post", "entrants/", [{"players": [{"name": "Ida"}, {"name": "Luc"}]}])
    services.set_sign_up(
        tournament_id=night.id,
        terms=services.SignUpAsked(open=True),
        by=services.Writing(factories.Caller(user=factories.site_owner())),
    )
    night.do("post", "sign-up/", {"name": "Zoé Roy"}, client=factories.api())
    added = season.client.post(f"{V1}players/", {"name": "Zoé Roy", "club": season.club.slug})
    assert added.json()["guest"] == []
    guests = f"{V1}clubs/{season.club.slug}/guests/"
    refused = season.client.post(guests, {"name": "Zoé Roy", "player": added.json()["id"]})
    assert refused.json()["errors"][0]["code"] == "guest_unknown"
    (zoe,) = night.do("post", "entrants/confirm/", {"entrants": [2]})
    assert [person["player"] for person in zoe["players"]] == [added.json()["id"]]
