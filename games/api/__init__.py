"""The HTTP contract for games and matches, `/api/v1/`."""
