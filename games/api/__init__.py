"""The HTTP API of games and matches, `/api/v1/`."""
