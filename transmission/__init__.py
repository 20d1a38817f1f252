"""Who taught whom: links, sources, attestations, and the picture of it all."""
