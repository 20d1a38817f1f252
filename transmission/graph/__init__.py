"""The graph itself, without a database: lines, generations, figures, and layout."""
