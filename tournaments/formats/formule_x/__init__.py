"""The formule X: entrants are ranked by their scores, with a bonus for each win."""
