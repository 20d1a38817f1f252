"""The rotation: a movement that is fixed from the start."""
