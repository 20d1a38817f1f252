"""The cascade: a few rounds separate winners from losers, then each field plays its own final."""
