"""Texts with plain spaces and hyphens: typography holds some words together."""

from typing import Any


def plain(value: Any) -> Any:
    """Return a text, or anything that holds texts, with plain spaces and hyphens."""
    if isinstance(value, str):
        return value.replace("\u00a0", " ").replace("\u2011", "-")
    if isinstance(value, dict):
        return {key: plain(value) for key, value in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value
