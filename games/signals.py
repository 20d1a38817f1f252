"""What the floors above hear of matches, after the write is committed.

Both are sent with `match_id`; receivers read what they need.
"""

from django.dispatch import Signal

# A match has just reached its end (also by a correction).
match_finished = Signal()
# Anything else was written on a match: a line, a correction, a name, a reopening.
match_changed = Signal()
