"""The chances of winning a match: models of hands, and ruleset after ruleset solved."""
