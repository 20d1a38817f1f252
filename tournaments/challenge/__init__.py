"""A challenge: its evenings and their table. Pure: no Django, nothing of how it is stored."""
