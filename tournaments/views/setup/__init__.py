"""Pages on which a tournament is set up: its formula, rules, links, webhooks."""
