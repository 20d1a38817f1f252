"""The graph without a database: lines, generations, figures, and layout."""
