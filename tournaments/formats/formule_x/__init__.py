"""The formule X: ranked by a bonus for the winner beside the scores."""
