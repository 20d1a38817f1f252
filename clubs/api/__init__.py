"""The HTTP API of clubs and players."""
