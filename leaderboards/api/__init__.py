"""The HTTP API of boards and records, `/api/v1/`."""
