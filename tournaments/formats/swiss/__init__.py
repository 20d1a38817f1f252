"""The Swiss: everybody plays every round, against who has as many points."""
