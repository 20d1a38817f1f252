"""The ruleset family for which a fact holds: the match's preset, and the rules changed from it.

Facts of different families are not compared, because « match le plus court » at 300 points is
not a record at 500. A family is stored as the preset's name, followed by the changed rules as
JSON, if there are any.
"""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from games.entry.rules_form import values_of
from games.registry.game import Game

# The length of the column. Changes that do not fit in it are stored as their digest.
LONGEST = 200
_SIGN, _DIGEST = "~", "#"


def family_of(game: Game, preset: str, rules: Any) -> str:
    """Return the family of a match's rules. Options chosen with the seats are not part of it."""
    usual = game.preset(preset)
    if usual is None:
        return preset
    expected = values_of(game, usual)
    changed = {
        name: value
        for name, value in rules.values().items()
        if name not in game.seats.options and value != expected[name]
    }
    if not changed:
        return preset
    text = json.dumps(changed, default=str, sort_keys=True, separators=(",", ":"))
    family = f"{preset}{_SIGN}{text}"
    if len(family) <= LONGEST:
        return family
    return f"{preset}{_SIGN}{_DIGEST}{hashlib.sha256(text.encode()).hexdigest()}"


def family_name(game: Game, family: str) -> str:
    """Return a family in the reader's language: « Traditionnel (score à atteindre : 300) »."""
    slug, _sign, text = family.partition(_SIGN)
    preset = game.preset(slug)
    name = str(preset.name) if preset else slug
    if not text:
        return name
    values = {"variant": name, "changes": " ; ".join(_changes(game, text))}
    return _("%(variant)s (%(changes)s)") % values


def _changes(game: Game, text: str) -> Iterable[str]:
    if text.startswith(_DIGEST):
        return [_("autres règles")]
    columns = {column.name: column for column in game.rules.model._meta.concrete_fields}
    return [
        f"{columns[name].verbose_name} : {_value_text(columns[name], value)}"
        if name in columns
        else _("autres règles")
        for name, value in json.loads(text).items()
    ]


def _value_text(column: Any, value: Any) -> str:
    if isinstance(value, bool):
        return _("oui") if value else _("non")
    if value is None:
        return "–"
    return str(dict(column.flatchoices).get(value, value))


def in_order(game: Game, families: Iterable[str]) -> list[str]:
    """Return families in the order of the game's presets; those with changed rules come last."""
    slugs = [preset.slug for preset in game.presets]

    def place(family: str) -> tuple[bool, int, str]:
        slug, changed, _text = family.partition(_SIGN)
        return bool(changed), slugs.index(slug) if slug in slugs else len(slugs), family

    return sorted(set(families), key=place)
