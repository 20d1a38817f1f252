"""The installed formats, by their names.

Code outside this folder treats all formats alike: it calls only the functions that each format
declares.
"""

from importlib import import_module

from tournaments.formats import PACKAGES
from tournaments.formats.format import Format


def slug_of(package: str) -> str:
    """Return a format's name, which is the name of its folder."""
    return package.rpartition(".")[2]


FORMATS: dict[str, Format] = {
    slug_of(package): import_module(f"{package}.rules").FORMAT for package in PACKAGES
}


def format_of(slug: str) -> Format:
    """Return a format by its name. Raises `KeyError` for an unknown one."""
    return FORMATS[slug]
