"""Pages that combine several apps."""
