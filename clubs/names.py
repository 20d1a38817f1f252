"""Two migrations import this name, and so it stays. All else is in `core.names`."""

from core.names import name_key as name_key
