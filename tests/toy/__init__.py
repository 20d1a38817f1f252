"""Le plus haut dé, a whole game in one folder: the highest die scores a point."""
