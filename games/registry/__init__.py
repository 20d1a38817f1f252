"""The parts of a game's declaration: `Game`, and a small class for each of its parts."""
