"""Double elimination: one has to lose twice to be out."""
