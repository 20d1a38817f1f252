"""Commands of the boards."""
