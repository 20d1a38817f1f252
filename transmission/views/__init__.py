"""Pages of the transmission: the graph, and what members and officers write about it."""
