"""The draws of all formats, as pure functions of entrants, history and seed.

The package can be used alone: nothing here knows Django. `formats.format_of(slug)` gives a format;
its `draw` returns the tables of the next round of a `Field`.
"""
