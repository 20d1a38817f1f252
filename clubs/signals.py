"""Signals about people for the layers above.

They are sent inside the transaction, so that all layers change together or none does. A receiver
that can't accept the change raises `core.errors.Refused`, and the transaction is rolled back.
"""

from django.dispatch import Signal

# A player is being forgotten. Arguments: `player_id`, `names` (all full names that they had),
# and `club_ids` (the clubs that listed them). Receivers remove the names from their own rows.
player_forgotten = Signal()

# An account is about to be deleted. Argument: `user`. Receivers clear their references to it.
account_deleted = Signal()

# Somebody asks for their data. Argument: `user`. Each receiver returns a dictionary, and the
# dictionaries are joined.
account_exported = Signal()

# Two players become one person. Arguments: `survivor` and `absorbed` (players). Each receiver
# moves its rows from the absorbed player to the survivor. It returns what it moved, as a mapping
# for JSON under a key of its own, or None.
players_merged = Signal()
# A merge is undone. Arguments: `survivor`, `absorbed`, and `receipts` (what the receivers of the
# merge returned).
merge_undone = Signal()
# A player left a club's list. Arguments: `player`, `club`. Results stay.
player_removed = Signal()

# The site's owner has confirmed a club. Argument: `club`.
club_confirmed = Signal()

# Ended links are about to be deleted. Argument: `links` (their ids). Receivers delete what worked
# by these links only, where rows point to it.
links_deleted = Signal()

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
