"""Tests of the room's screen: every view is filled, and can be read from ten metres away."""

import re

import pytest

from tests.extents import some
from tests.tournaments.evening import evening

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

PEOPLE = (
    "Anne Roy,Bruno,Chloé,David Moreau,Émile,Fanny,Gilles Chevalier,Hélène,Inès,Jean Morel,Karim,"
    "Léa,Marc Durand,Nadia,Oscar,Paul Fontaine,Quentin,Rose,Sami Perrin,Théo,Ursule,Victor Petit,"
    "Wanda,Xavier,Yves Roux,Zoé,Aline,Boris Gauthier,Céline,Denis,Éric Martin,"
    "Flore Bouchard-Villeneuve"
)
SIZES = ((1920, 1080), (1280, 720))
# The format, its options, the number of pairs, and the number of rounds played before one begins.
KNOCKOUT = ("single_elimination", {"b_final": True, "third_place": True}, 16, 1)
PODIUM = ("single_elimination", {"b_final": True}, 8, 3)
TIES = ("swiss", {"rounds": 5}, 16, 3)
OTHERS = (
    ("cascade", {}, 16, 2),
    ("groups", {"b_final": True}, 16, 4),
    ("double_elimination", {}, 8, 3),
)
# Somebody leaves: their games count, or count for nobody.
LEFT = (
    ("groups", {"groups": 4}, 2),
    ("groups", {"groups": 4}, 1),
    ("swiss", {"rounds": 5}, 3),
    ("round_robin", {}, 3),
)
CASES = [(*night, size) for size in SIZES for night in (KNOCKOUT, PODIUM, TIES, *OTHERS)]

# The smallest letters of a scene (in pixels on the screen, and the text), how much of it is cut,
# and the names in a bracket that are not within a box.
MEASURED = """() => {
  const scene = document.querySelector(".wall__scene");
  const seen = [];
  const texts = document.createTreeWalker(document.getElementById("follow"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement: own } = texts.currentNode;
    const hidden = own.closest(".visually-hidden, [hidden]") || !own.checkVisibility();
    if (hidden || !data.trim()) continue;
    const scale = own.closest("svg")?.getScreenCTM().a ?? 1;
    seen.push([parseFloat(getComputedStyle(own).fontSize) * scale, data.trim()]);
  }
  const boxes = [...document.querySelectorAll(".tree__box, .tree__champion")];
  const within = (name) => boxes.some((box) => {
    const [inner, outer] = [name.getBBox(), box.getBBox()];
    return inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width &&
      inner.y >= outer.y - 1 && inner.y + inner.height <= outer.y + outer.height + 1;
  });
  return {
    bracket: Boolean(boxes.length),
    smallest: seen.sort((one, other) => one[0] - other[0])[0],
    cut: [scene.scrollHeight - scene.clientHeight, scene.scrollWidth - scene.clientWidth],
    outside: [...document.querySelectorAll(".tree__name")]
      .filter((name) => !within(name))
      .map((name) => name.textContent),
  };
}"""


def played(slug, options, count, rounds):
    """Return a tournament of pairs in which some rounds are played, and one more is begun."""
    night = evening(format=slug, options=options)
    names = PEOPLE.split(",")
    pairs = zip(names[::2], names[1::2], strict=True)
    entrants = [{"players": [{"name": name} for name in pair]} for pair in pairs]
    night.do("post", "entrants/", entrants[:count])
    for number in range(rounds):
        drawn = night.draw()
        scores = [[500, 300], [300, 500], [500, 300]][number % 3 :]
        night.play(drawn, *(scores[at % len(scores)] for at in range(len(drawn["tables"]))))
    if night.do("get")["state"] != "finished":
        drawn = night.draw()
        night.do("post", f"rounds/{drawn['number']}/tables/1/result/", {"scores": [500, 340]})
    return night


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("slug", "options", "count", "rounds", "size"), some(CASES, len(CASES), unpack=True)
)
def test_every_view_of_the_projector_is_read_from_ten_metres_away(
    phones, club, slug, options, count, rounds, size
):
    night = played(slug, options, count, rounds)
    brackets = views_are_read(phones, night, size)
    assert any(brackets) == (slug != "swiss")
    assert not all(brackets)


@pytest.mark.parametrize(
    ("slug", "options", "rounds", "size"),
    some([(*left, size) for size in SIZES for left in LEFT], 8, unpack=True),
)
def test_the_mark_of_who_left_is_read_from_ten_metres_away(
    phones, club, slug, options, rounds, size
):
    night = played(slug, options, 16, rounds)
    night.do("patch", "entrants/3/", {"state": "withdrawn"})
    views_are_read(phones, night, size)


def views_are_read(phones, night, size):
    """Check every view of the projector, and return for each whether it is a bracket."""
    width, height = size
    screen = phones(viewport={"width": width, "height": height}, has_touch=False)
    brackets = []
    for at in range(20):
        screen.open(f"/tournois/{night.id}/mur/?vue={at}&marche=garder")
        address = screen.page.locator("#follow").get_attribute("hx-get") or ""
        if not re.search(rf"vue={at}\b", address):
            break
        measured = screen.page.evaluate(MEASURED)
        brackets.append(measured["bracket"])
        letters, text = measured["smallest"]
        least = height / (60 if measured["bracket"] else 45)
        assert letters >= least, (at, text, height / letters)
        assert max(measured["cut"]) <= 1, (at, measured["cut"])
        assert not measured["outside"], (at, measured["outside"])
    return brackets
