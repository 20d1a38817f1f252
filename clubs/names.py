"""Keeps a name that two migrations import from here. All else is in `core.names`."""

from core.names import name_key as name_key
