"""The signal that a match was stored, for the apps above."""

from django.dispatch import Signal

# A write on a match was stored. Arguments: `match`, its row, and `running`, whether it was running
# before the write and after it. Sent inside the transaction: what a receiver writes is stored if
# and only if the match is.
match_stored = Signal()
