"""Pages of boards and records, beside the board itself."""
