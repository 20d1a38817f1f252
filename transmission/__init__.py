"""Who taught whom: links, sources, attestations, and drawings of the graph."""
