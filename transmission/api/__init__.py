"""The HTTP API of the transmission."""
