"""How dates and times are written, where the language's own way does not suit."""
