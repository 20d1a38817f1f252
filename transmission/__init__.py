"""Who taught whom: links, sources, attestations, and pictures of the graph."""
