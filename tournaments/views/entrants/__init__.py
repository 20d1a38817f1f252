"""Pages about entrants: the list, « Je viens », and « Ma table », the entrant's own page."""
