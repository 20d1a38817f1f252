"""Contains only a name that two migrations import from here. Its code is in `core.names`."""

from core.names import name_key as name_key
