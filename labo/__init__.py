"""The lab: what the games' own engines compute, as pages, over HTTP and in a shell."""
