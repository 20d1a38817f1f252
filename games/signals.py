"""The signal that a match was stored, for the apps above."""

from django.dispatch import Signal

# A write on a match was stored: `match` (the row), `running` (it runs now, and did before) and
# `same_result` (only whether it counts has changed).
# Sent inside the transaction: what a receiver writes is stored if and only if the match is.
match_stored = Signal()
