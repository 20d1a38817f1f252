"""The figures of the rating that are the same for every game, in displayed points. Pure.

What a game's own are it declares: `Game.rating`.
"""

# Where everyone begins.
START = 1500.0
# A margin counts no further than this many usual spreads.
CLIP = 1.5
# A rating is provisional until its uncertainty is at most this part of what it was at the start.
SETTLED = 0.5
