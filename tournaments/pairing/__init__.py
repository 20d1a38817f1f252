"""Who meets whom: the formats' draws, as pure functions of entrants, history and seed.

Usable alone: nothing here knows Django. `formats.format_of(slug)` gives a format; its `draw`
returns the tables of the next round of a `Field`.
"""
