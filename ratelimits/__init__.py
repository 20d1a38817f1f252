"""Rate limits: `limits` counts the requests of each caller, in memory or in the database."""
