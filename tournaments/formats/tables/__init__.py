"""Tables of three to five: everyone for themselves."""
