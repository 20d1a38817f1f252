"""Commands of the tournaments."""
