"""Records: facts of matches, and what officers write by hand."""
