"""The chances of winning a match: models of hands, and the solution of each ruleset."""
