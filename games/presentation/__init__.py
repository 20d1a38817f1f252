"""How pages display a match: its table, sentences, ending, curve and picture."""
