"""Club tournaments: entrants, rounds, tables, standings, and the evening they are played in."""
