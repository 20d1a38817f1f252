"""The cost of pasting lists of people that are as long as a request may be, in a large club."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random
from typing import Any

from bench.weight.bodies import json_bytes
from bench.weight.world import API, USUAL, Row, World, post, seconds_of, signed_in
from clubs.lists.reading import MOST as LIST_MOST
from clubs.models import Club, ClubPlayer, Player
from core.names import list_keys

KNOWN_PEOPLE = 4000
SYLLABLES = [first + last for first in "bmlrnt" for last in "aeio"]


def pasted_lists(world: World) -> Iterator[Row]:
    """Post the worst lists of 64 KiB for a club of 4000 people, to the API and to two pages.

    Yield the cost of each list at each of the three places.
    """
    random = Random(5)
    known = sorted({f"{_word(random, 3)} {_word(random, 4)}" for _ in range(KNOWN_PEOPLE)})
    club = Club.objects.get(slug="poids")
    people = Player.objects.bulk_create([Player(name=name) for name in known])
    ClubPlayer.objects.bulk_create(
        ClubPlayer(club=club, player=person, **list_keys(person.name)) for person in people
    )
    browser = signed_in()
    tournament = world.places["tournament_id"]
    calls: dict[str, Callable[[str], Any]] = {
        "API": lambda text: post(
            world.owner,
            "post",
            f"{API}tournaments/{tournament}/entrants/preview/",
            json_bytes({"text": text}),
        ),
        "page": lambda text: browser.post(f"/tournois/{tournament}/inscrits/", {"entrants": text}),
        "club": lambda text: browser.post("/clubs/poids/joueurs/liste/", {"people": text}),
    }
    for where, call in calls.items():
        for name, lines in _worst_lists(known, random):
            took = seconds_of(partial(call, "\n".join(lines)))
            world.note(f"liste collée, {where}", name, took)
        yield from world.rows(f"liste collée, {where}")


def _worst_lists(known: list[str], random: Random) -> Iterator[tuple[str, list[str]]]:
    def near() -> str:
        name = random.choice(known)
        at = random.randrange(1, len(name))
        return name[:at] + name[at + 1 :]

    new = [f"{_word(random, 3)} {_word(random, 4)}" for _ in range(2 * LIST_MOST)]
    yield "paires nouvelles", _fitting(map(" & ".join, zip(new[::2], new[1::2], strict=True)))
    yield "paires voisines", _fitting(f"{near()} & {near()}" for _ in range(LIST_MOST))
    yield "prénoms", _fitting(name.split()[0] for name in known)
    yield "connus", _fitting(known)
    yield "une lettre", ["abcdefghij"[at % 10] for at in range(LIST_MOST)]
    yield "toutes la même", _fitting(["Anne Roy & Bruno Roy"] * LIST_MOST)
    yield "une ligne", ["a & " * (USUAL // 5)]
    yield "cent personnes par ligne", _fitting(["ab&" * 160] * LIST_MOST)
    yield "ligatures", _fitting("\ufdfa" * 26 + str(at) for at in range(LIST_MOST))


def _fitting(lines: Iterable[str]) -> list[str]:
    """Return as many of the first lines as a list of 64 KiB may have."""
    fitting: list[str] = []
    left = USUAL - 1024
    for line in lines:
        left -= len(line.encode()) + 1
        if left < 0 or len(fitting) == LIST_MOST:
            break
        fitting.append(line)
    return fitting


def _word(random: Random, length: int) -> str:
    return "".join(random.choice(SYLLABLES) for _ in range(length)).capitalize()
