"""A whole deal, all cards seen: read, solved, and the lab's question about it."""
