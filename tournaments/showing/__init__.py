"""What the pages show of a tournament: rows made ready for templates, nothing decided."""
