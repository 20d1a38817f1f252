"""The rules of the Bataille as pure functions: no Django, no database."""
