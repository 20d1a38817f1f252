"""The formule X: ranked by the scores and a bonus for the winner."""
