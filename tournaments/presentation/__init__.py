"""Prepares a tournament for the pages: rows for templates. No rule is decided here."""
