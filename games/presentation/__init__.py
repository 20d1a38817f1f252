"""What a page says of a match: its table, sentences, ending, curve and picture."""
