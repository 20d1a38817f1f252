"""The signal that a match was stored, for the apps above."""

from django.dispatch import Signal

# Sent after a write on a match was stored. `match` is the row. `running` means that the match runs
# now and did before. `same_result` means that only whether it counts has changed. It is sent inside
# the transaction, so what a receiver writes is stored if and only if the match is.
match_stored = Signal()
