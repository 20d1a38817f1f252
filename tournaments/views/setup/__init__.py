"""Pages that set a tournament up: its formula, rules, links, webhooks."""
