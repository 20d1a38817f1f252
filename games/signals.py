"""Signals about matches for the floors above.

The first two are sent after the write is committed, with `match_id`; receivers read what they need.
"""

from django.dispatch import Signal

# A match has just reached its end (also by a correction).
match_finished = Signal()
# Anything else was written on a match: a line, a correction, a name, a reopening.
match_changed = Signal()

# A write on a match was stored: `match` (the row) and `running` (it runs now, and did before).
# Unlike the others this is sent inside the transaction: what a receiver writes is stored if and
# only if the match is.
match_stored = Signal()
