"""The content of a bulletin: the facts of an evening, the choice of sentences. Pure."""
