"""The HTTP contract of boards and records, `/api/v1/`."""
