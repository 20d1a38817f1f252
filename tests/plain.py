"""Texts with plain spaces and hyphens: typography holds some words together."""

from typing import Any


def plain(said: Any) -> Any:
    """Return a text, or anything that holds texts, with plain spaces and hyphens."""
    if isinstance(said, str):
        return said.replace("\u00a0", " ").replace("\u2011", "-")
    if isinstance(said, dict):
        return {key: plain(value) for key, value in said.items()}
    return [plain(one) for one in said] if isinstance(said, list) else said
