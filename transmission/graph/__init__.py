"""The graph itself, without a database: lines, generations, figures, and where things are drawn."""
