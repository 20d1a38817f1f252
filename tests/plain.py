"""What was said, with plain spaces: French sets signs apart without letting a line end there."""

from typing import Any


def plain(said: Any) -> Any:
    """Return a text with plain spaces, or whatever holds texts."""
    if isinstance(said, str):
        return said.replace("\u00a0", " ")
    if isinstance(said, dict):
        return {key: plain(value) for key, value in said.items()}
    return [plain(one) for one in said] if isinstance(said, list) else said
