"""The source's figures are compared with a simulation, and judged only if enough manches were
simulated.
"""

import re

import pytest

from games.bataille.analysis.lab import SimulationForm, answer
from games.bataille.models import BatailleRules
from games.bataille.presets import PRESETS
from games.registry import installed
from labo.answer_text import shown_answer


def judged(of, **conditions):
    return [row.verdict for row in published(of, **conditions)]


def published(of, **conditions):
    """Return the source's figures as judged against a made-up result of `of` manches."""
    form = SimulationForm({"order": "coin", "running_out": "borrow", "games": of, "seed": 1})
    assert form.is_valid(), form.errors
    values = form.cleaned_data | {"rules": BatailleRules(**PRESETS[0].values)} | conditions
    share = of / 1_000_000
    hands = [[[0, 0] for _kings in range(5)] for _aces in range(5)]
    for aces, kings, won in ((4, 0, 87_200), (3, 0, 69_100), (2, 4, 56_300), (0, 4, 49_700)):
        hands[aces][kings] = [round(100_000 * share), round(won * share)]
    result = {
        # These lengths give a mean of 481.6 and a median of 360.
        "lengths": {"360": round(600_000 * share), "664": round(400_000 * share)},
        "outcomes": [of // 2, of - of // 2, 0, 0],
        "hands": hands,
        "battles": 0,
    }
    return shown_answer(answer(values, result)).published


def test_a_million_manches_say_which_figures_come_out():
    # 480, 360, 90 % and 70 % are right to the nearest ten. 53.0 % is not 56 %, but 56.3 % is.
    assert judged(1_000_000) == [
        *["se vérifie"] * 4,
        "ne sort pas",
        "se vérifie",
    ]


def test_a_few_manches_say_nothing():
    assert judged(20) == ["trop peu simulé pour le dire"] * 6


def test_with_other_conventions_nothing_is_judged():
    assert judged(1_000_000, order="winner_first") == ["d'autres conditions"] * 6


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_rules_give_the_source_s_figures_beside_the_lab_s(language):
    text = (installed.game_of("bataille").folder / f"rules.{language}.md").read_text()
    rows = [
        [cell.strip().replace(",", ".").replace("\u202f", "").replace(" ", "") for cell in cells]
        for cells in re.findall(r"^\| (.+?) \| (\d+(?: ?%)?) \| (.+?) \|$", text, re.MULTILINE)
    ]
    lab = published(1_000_000)
    # The last row has both figures about four kings, 53.0 % and 56.3 %.
    assert [theirs for _claim, theirs, _ours in rows] == [
        claim.theirs.replace(" ", "") for claim in lab[:5]
    ]
    figures = ("481.6", "360", "87.2%", "69.1%", "53.0%")
    for (_claim, _theirs, ours), figure in zip(rows, figures, strict=True):
        assert ours.startswith(figure)
    assert "56.3%" in rows[-1][2]
    # Elsewhere the page does not state these figures as facts.
    for flat in ("neuf fois sur dix", "nine times in ten", "56 fois", "56 times"):
        assert flat not in text
