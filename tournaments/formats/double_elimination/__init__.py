"""Double elimination: an entrant is out after a second defeat."""
