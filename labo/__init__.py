"""The lab: results of the games' own engines, as pages, over HTTP and in a shell."""
