"""Single elimination: who loses is out, or plays on in a field B."""
