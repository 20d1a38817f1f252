"""The rules of the toy as pure functions: no Django, no database."""
