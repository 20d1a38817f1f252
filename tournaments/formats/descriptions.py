"""The descriptions of the installed formats."""

from collections.abc import Mapping
from importlib import import_module

from games.registry.game import Text
from tournaments.formats import PACKAGES
from tournaments.formats.form import Description
from tournaments.formats.installed import slug_of

DESCRIPTIONS: Mapping[str, Description] = {
    slug_of(package): import_module(f"{package}.form").DESCRIPTION for package in PACKAGES
}


def name_of(slug: str) -> Text:
    """Return a format's name."""
    return DESCRIPTIONS[slug].name


def option_names() -> set[str]:
    """Return the names of the options of all formats."""
    return {name for described in DESCRIPTIONS.values() for name in described.settings.base_fields}
