"""The pages of boards and records."""
