"""The Swiss: everybody plays every round, if possible against an entrant with as many points."""
