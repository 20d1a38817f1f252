"""The rules of the Yams as pure functions: no Django, no database."""
