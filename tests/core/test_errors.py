"""Refusals: every code has a sentence, and every app's refusals are answered."""

import ast
import importlib
from pathlib import Path

import pytest
from django.conf import settings

from clubs.errors import NameTaken
from core import errors
from games.errors import Refused as AtTable
from games.sheet import RuleError
from tests import factories
from tests.plain import plain
from tournaments.errors import Refused as OfTournament
from tournaments.errors import Stale
from transmission.errors import Refused as OfGraph

MARK = " Si ce sont deux personnes, ajouter une marque : « Jean Roy (Saint-Roch) »."
ROOT = Path(settings.BASE_DIR)
APPS = ("bulletin", "clubs", "jobs", "games", "labo", "leaderboards", "tournaments", "transmission")

KINDS = ("Refused", "Denied", "AccountNeeded")


def raised(path):
    """Yield the (class, code) of each refusal that a module raises with a literal code."""
    text = path.read_text(encoding="utf-8")
    if not any(f"{kind}(" in text for kind in KINDS):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = getattr(node.func, "attr", getattr(node.func, "id", None))
            if called in KINDS:
                yield ast.unparse(node.func), node.args[0].value


def test_every_code_has_a_sentence_where_it_is_raised():
    count, missing = 0, []
    for path in (path for app in APPS for path in sorted((ROOT / app).rglob("*.py"))):
        for called, code in raised(path):
            here = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
            kind = here
            for name in called.split("."):
                kind = getattr(kind, name)
            count += 1
            if code not in kind.words:
                missing.append((here.__name__, code))
    assert missing == []
    assert count > 150


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        (errors.Refused("merge_none"), "Cette personne n'a été réunie avec aucune autre."),
        # The app's own sentence comes first, then those of the layers below.
        (AtTable("import_invalid"), "Ce fichier n'est pas un match exporté d'ici."),
        (OfGraph("import_invalid", why="?"), "Ce fichier ne se lit pas : ?"),
        (OfTournament("preset_unknown"), "Cette variante n'existe pas."),
        (OfTournament("name_blank", "name"), "Il manque un nom."),
        (Stale(7), "Le tournoi a avancé entre-temps : le regarder avant d'écrire."),
        (errors.Denied(), "Cela n'est pas permis."),
    ],
)
def test_a_refusal_speaks_for_its_app(refusal, sentence):
    assert plain(refusal.sentence) == sentence


def test_the_faults_of_the_rules_become_one_refusal():
    faults = [RuleError("side_unknown", "sides"), RuleError("player_count", "seats", players=3)]
    refusal = AtTable.of(faults)
    assert str(refusal) == "side_unknown, player_count"
    assert (refusal.code, refusal.field, refusal.params) == ("side_unknown", "sides", {})
    assert refusal.sentences == [
        "Il n'y a pas de tel camp à cette table.",
        "Il faut 3 personnes à cette table.",
    ]


@pytest.mark.django_db
def test_what_stands_beside_is_told_to_who_may_know():
    zoe = factories.player("Zoé")
    refusal = NameTaken(zoe, visible=zoe)
    assert refusal.body_extras() == {"player": {"id": zoe.pk, "name": "Zoé"}}
    assert plain(refusal.sentence) == "Ce nom est déjà pris dans le club, par Zoé." + MARK
    hidden = NameTaken(zoe)
    assert hidden.body_extras() == {}
    assert plain(hidden.sentence) == (
        "Ce nom est déjà pris dans le club : en donner un autre, ou ajouter une marque,"
        " « Jean Roy (Saint-Roch) »."
    )
    assert Stale(7).body_extras() == {"version": 7}
