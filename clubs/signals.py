"""Signals about people for the layers above.

They are sent inside the transaction, so that all layers change together or none does. A receiver
that can't accept raises `core.errors.Refused`, and the transaction is rolled back.
"""

from django.dispatch import Signal

# A player asks to be forgotten. `player_id`; `names`: the whole names they had; `club_ids`: the
# clubs that listed them. Receivers remove the names from their own rows.
player_forgotten = Signal()

# An account is about to be deleted: `user`. Receivers clear their references to it.
account_deleted = Signal()

# Someone asks for their data: `user`. Each receiver returns a dictionary, and all are joined.
account_exported = Signal()

# Two players become one person: `survivor`, `absorbed` (players). Each receiver moves its rows from
# one to the other. It returns what it moved as a mapping for JSON (with its own name as key), or
# None.
players_merged = Signal()
# The merge is undone: `survivor`, `absorbed`, and `receipts`: what the receivers of the
# merge returned.
merge_undone = Signal()
# A player left a club's list: `player`, `club`. Results stay.
player_removed = Signal()

# Somebody asks what is known of guests: `club`, `guests` (`clubs.guests.names.GuestNames`). Each
# receiver returns a list of `clubs.guests.names.Trace`.
guests_sought = Signal()
# Guests become players, or are spelt otherwise: `club`, `guests`, `caller`. Each receiver changes
# its rows, and returns what it changed: by the guest's number, a mapping for JSON (with its own
# name as key).
guests_known = Signal()
# A guest is taken from a player again: `club`, `player`, `name` (the guest's), `receipts` (what the
# receivers of `guests_known` returned for this guest), `caller`.
guest_parted = Signal()
