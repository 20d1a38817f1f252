"""Pages about entrants: the list, « Je viens », an entrant's own table."""
