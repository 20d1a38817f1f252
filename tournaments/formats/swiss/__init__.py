"""The Swiss: everybody plays every round, against an entrant with as many points."""
