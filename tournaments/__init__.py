"""Club tournaments: entrants, rounds, tables, standings, and the pages of the day itself."""
