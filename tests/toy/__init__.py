"""« Le plus haut dé »: a complete game in one folder, in which the highest die scores a point."""
