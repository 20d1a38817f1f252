"""Single elimination: an entrant who loses is out, or plays on in a field B."""
