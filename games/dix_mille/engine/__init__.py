"""The rules of the 10 000 as pure functions: no Django, no database."""
