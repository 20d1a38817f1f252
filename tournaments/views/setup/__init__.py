"""Pages to set up a tournament: its format, rules, links, webhooks."""
