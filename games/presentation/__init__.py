"""How a page displays a match: its table, sentences, ending, curve and picture."""
