"""Combinatorial designs, from which movements and mêlées are made."""
