"""What the floors above hear of people.

Sent inside the transaction, so that all floors move together or none does: a receiver that can't
go along raises `clubs.errors.Refused`, and nothing has happened.
"""

from django.dispatch import Signal

# A player asks to be forgotten: `player_id`, `names` (whole ones they went by), `club_ids` (the
# clubs that listed them). Receivers take the names out of their own rows.
player_forgotten = Signal()

# An account is about to be deleted: `user`. Receivers let go of what points at it.
account_deleted = Signal()

# Someone wants their data: `user`. A receiver returns a dictionary to lay beside the others.
account_exported = Signal()

# Two players are one person from now on: `kept`, `absorbed` (players). Each receiver repoints its
# rows from the one to the other, and returns what it moved as a mapping that JSON holds (keys
# under its own name), or None.
players_merged = Signal()
# They are two again: `kept`, `absorbed`, and `receipts`, all that the receivers returned then.
merge_undone = Signal()
# A player left a club's list: `player`, `club`. Results stay.
player_removed = Signal()
