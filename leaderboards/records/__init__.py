"""Records: facts that matches show, and what officers write by hand."""
