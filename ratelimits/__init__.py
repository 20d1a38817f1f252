"""How often one caller may do something: `limits` counts, in memory or in the database."""
