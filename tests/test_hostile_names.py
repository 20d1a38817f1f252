"""Names that are made to break a page, a sheet or a file. They are shown as they are, and do
nothing.

Two worlds are compared that differ only in their names: tame ones and hostile ones. Every page must
have the same elements and attributes in both. If not, a name has become markup.
"""

import csv
import io
from html.parser import HTMLParser

import pytest
from django.db import transaction
from django.urls import URLResolver, get_resolver

from clubs.models import Club, Player
from games.models import Match, Side
from tests import factories
from tests.extents import some, some_and_all
from tests.factories import ALL_TAKEN, FAILED, HAND
from tests.plain import plain

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

HOSTILE = [
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "\" onfocus=alert(1) autofocus x='${alert(1)}",
    "</title></textarea></style><base href=//mal.example>",
    "{{ 7*7 }}{% debug %}%(name)s %s {0}",
    "\u202eenna\u2069 70",
    "\u200fשלום עולם",
    "A\u200b\u200dn\u2060n\ufeffe",
    "\U0001f0a1" * 80,
    "=1+1|cmd",
    "+33 6 12",
    "-1+2",
    "@SUM(A1)",
]
# As long as the hostile names, because a long name may be drawn differently.
TAME = [
    f"Nom {letter}".ljust(len(name), "o")
    for letter, name in zip("ABCDEFGHIJKL", HOSTILE, strict=True)
]
# Pages that must show the whole name of the first player at the table.
SHOWN = ("parties/<str:match_id>/", "parties/<str:match_id>/mur/", "", "clubs/<slug:slug>/liens/")
OFFERS = "clubs/<slug:slug>/propositions/"
FORMULA = ("=", "+", "-", "@", "\t", "\r")


class World:
    """A club with a running match, a finished one, links to them and an offer, all named from
    `names`.
    """

    def __init__(self, names):
        self.names = names
        self.owner = factories.site_owner()
        self.browser = factories.browser(self.owner)
        self.club = factories.club("le-club", open_recording=True, public=False)
        Club.objects.filter(pk=self.club.pk).update(name=names[0], city=names[1])
        self.club.refresh_from_db()
        self.players = [factories.player(name, self.club) for name in names]
        self.tables = [
            self.table([0, 1, 2, 3], HAND, FAILED, HAND),
            self.table([4, 5, 6, 7], HAND, FAILED, ALL_TAKEN, rules={"target": 100}),
            self.table([8, 9, 10, 11], FAILED, FAILED),
        ]
        self.guests = factories.table(
            factories.api(self.owner), HAND, seats=[{"name": name} for name in names[8:12]]
        )
        self.guests.call("post", "proposal/", {"club": "le-club"})
        for table in self.tables:
            table.call("post", "links/", {"kind": "see"})
        factories.table_link(self.club)

    def table(self, seats, *hands, **changes):
        chosen = [{"player": self.players[seat].pk} for seat in seats]
        table = factories.table(
            factories.api(self.owner), *hands, club="le-club", seats=chosen, **changes
        )
        # Written to the rows directly: some of these names are refused today, but may have been
        # stored before.
        for side in (0, 1):
            rows = Side.objects.filter(match=table.id, number=side)
            rows.update(name=self.names[seats[0] + side])
        return table

    def addresses(self, chosen):
        """Yield (name, address) of each readable address of these routes, once for each match."""
        opened = set()
        for route in sorted({*chosen, *SHOWN, OFFERS}):
            for number, table in enumerate([*self.tables, self.guests]):
                address = f"/{route}"
                for place, text in {
                    "<str:match_id>": table.id,
                    "<int:number>": "1",
                    "<int:player_id>": str(self.players[number].pk),
                    "<str:token>": "x",
                }.items():
                    address = address.replace(place, text)
                club, game = ("le-club", "dix") if "clubs/" in route else ("dix", "dix")
                address = address.replace("<slug:slug>", club).replace("<str:slug>", game)
                if "<" not in address and address not in opened:
                    opened.add(address)
                    yield f"{route} {number}", address


def routes(patterns=None, before=""):
    for pattern in patterns or get_resolver().url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


class Shape(HTMLParser):
    """The elements of a page with the names of their attributes, and its texts.

    Texts of a drawing that follow each other count once, because a long name has several lines.
    """

    def __init__(self, page):
        super().__init__()
        self.elements, self.words = [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        element = (tag, sorted(name for name, _value in attrs))
        if tag != "text" or self.elements[-1] != element:
            self.elements.append(element)
        self.words += [value or "" for _name, value in attrs]

    def handle_data(self, data):
        self.words.append(data)


def read(world, chosen):
    """Return the answers of all addresses by name: the shapes of pages, the texts of other
    files.
    """
    pages, texts = {}, {}
    for name, address in world.addresses(chosen):
        response = world.browser.get(address)
        kind = response.headers["Content-Type"]
        if response.status_code != 200 or kind.startswith("image/png"):
            continue
        content = response.content.decode()
        if kind.startswith("text/html"):
            pages[name] = Shape(content)
        else:
            texts[name] = content
    return pages, texts


@pytest.fixture(scope="module", params=some_and_all(sorted(set(routes())), 12))
def readings(request, django_db_setup, django_db_blocker):
    """What `read` returns for each of the two worlds, by the first name of the world."""
    by_name = {}
    with django_db_blocker.unblock():
        for names in (TAME, HOSTILE):
            with transaction.atomic():
                by_name[names[0]] = read(World(names), request.param)
                transaction.set_rollback(True)
    return by_name


@pytest.fixture
def pages(readings):
    """The shapes of the hostile world's pages."""
    return readings[HOSTILE[0]][0]


@pytest.fixture
def hostile():
    return World(HOSTILE)


def test_no_name_becomes_markup_on_any_page(readings, pages):
    tame, _texts = readings[TAME[0]]
    assert set(pages) == set(tame)
    assert len(pages) > 15
    differing = [name for name in pages if pages[name].elements != tame[name].elements]
    assert differing == []


def test_names_are_shown_as_they_are(pages):
    for route in SHOWN:
        words = "".join(pages[f"{route} 0"].words)
        assert HOSTILE[0] in words, route
    offers = "".join(pages[f"{OFFERS} 0"].words)
    assert all(name in offers for name in HOSTILE[8:12])


def test_the_api_gives_names_letter_by_letter(hostile):
    for number, table in enumerate(hostile.tables):
        body = hostile.browser.get(f"/api/v1/matches/{table.id}/").json()
        names = [seat["name"] for seat in body["seats"]]
        assert names == HOSTILE[4 * number : 4 * number + 4]
        exported = hostile.browser.get(f"/api/v1/matches/{table.id}/export/").json()
        assert exported == body
        again = hostile.browser.post(
            "/api/v1/matches/import/", exported, content_type="application/json"
        ).json()
        if number == 1:  # A file brings no name that nobody may give today.
            faults = [(fault["code"], fault["attr"]) for fault in again["errors"]]
            places = ("seats.0", "seats.1", "seats.2", "sides.0", "sides.1")
            assert faults == [("name_control", f"{place}.name") for place in places]
        else:
            assert [seat["name"] for seat in again["seats"]] == names


def test_no_cell_of_a_sheet_is_a_formula_and_figures_stay_figures(hostile):
    for table in hostile.tables:
        response = hostile.browser.get(f"/api/v1/matches/{table.id}/export/?format=csv")
        head, *lines = csv.reader(io.StringIO(response.content.decode()))
        for cell in [*head, *(cell for line in lines for cell in line)]:
            assert not cell.startswith(FORMULA) or float(cell) < 0, cell
        assert {len(line) for line in lines} == {len(head)}
    first, second = (cell for cell in head if cell.startswith("'="))
    assert (first, second) == ("'=1+1|cmd ±", "'=1+1|cmd =")
    assert [line[head.index(first)] for line in lines] == ["-70", "-70"]
    assert [line[head.index(second)] for line in lines] == ["-70", "-140"]


def test_a_name_that_turns_the_writing_around_is_set_apart_in_sentences(pages):
    words = "".join(pages["parties/<str:match_id>/ 1"].words)
    # The closing isolate (U+2069) within the name is left out: it would have ended the isolation of
    # the name in the sentence.
    assert "\u2068\u202eenna 70\u2069" in plain(words)


# -- What is no name --------------------------------------------------------------------------

CONTROLS = [
    *("\0", "\x07", "\x1b[31m", "\x7f", "\x85", "\u2028", "\u2029", "a\0b", "a\nb", "a\tb"),
    *("\u202e", "\u2066a\u2069", "\u3164", "\u200b", "\u200d", "\ue000", "\U000e0041", "\ufdd0"),
]
V1 = "/api/v1/"


@pytest.mark.parametrize("control", some(CONTROLS, 3))
def test_a_control_character_in_a_name_is_refused_wherever_one_is_typed(control):
    owner = factories.site_owner()
    club = factories.club("le-club", open_recording=True)
    table, name = factories.table(factories.api(owner), club="le-club"), f"An{control}ne"
    before = rows()
    program, guests = factories.api(owner), factories.SEATS[1:]
    answers = [
        program.post(f"{V1}matches/", factories.start_body(seats=[{"name": name}, *guests])),
        program.post(f"{V1}matches/", factories.start_body(sides=[{"name": name}, {"name": "B"}])),
        table.patch(sides=[{"side": 0, "name": name}]),
        program.post(f"{V1}players/", {"name": name, "club": club.slug}),
        program.post(f"{V1}clubs/", {"name": name, "slug": "neuf"}),
        program.post(f"{V1}clubs/", {"name": "Neuf", "slug": "neuf", "city": name}),
    ]
    assert [answer.status_code for answer in answers] == [400] * len(answers)
    assert {answer.json()["errors"][0]["code"] for answer in answers} == {"name_control"}
    browser = factories.browser(owner)
    seats = {f"name_{seat}": other for seat, other in enumerate(factories.NAMES)}
    start = {**seats, "preset": "traditionnel", "first_dealer": "0"}
    pages = [
        browser.post("/jouer/dix/", {**start, "name_0": name}),
        browser.post("/jouer/dix/", {**start, "side_0": name}),
        browser.post(f"/parties/{table.id}/reglages/", {"side_0": name, "side_1": "B"}),
    ]
    assert [page.status_code for page in pages] == [400] * len(pages)
    assert rows() == before


def rows():
    sides = list(Side.objects.values_list("name", flat=True).order_by("pk"))
    return [Match.objects.count(), Player.objects.count(), Club.objects.count(), *sides]


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("text", some(["\0", "a\0", "\ud83c", "\x85", "%00"], 5))
def test_no_question_in_an_address_is_a_bug(text, every, hostile):
    """`make test` asks the first of every five addresses."""
    hostile.browser.raise_request_exception = False
    query = dict.fromkeys(("name", "club", "comme", "preset", "version", "page", "cursor"), text)
    query = {key: value.encode("utf-8", "surrogatepass") for key, value in query.items()}
    wrong = []
    for number, (name, address) in enumerate(sorted(hostile.addresses(routes()))):
        if name.endswith(" 0") and number % every == 0:
            response = hostile.browser.get(address, query)
            wrong += [(name, response.status_code)] if response.status_code >= 500 else []
    assert wrong == []
