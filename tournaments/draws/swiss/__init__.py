"""Pairing by points: a Swiss, and the first rounds of a maastricht."""
