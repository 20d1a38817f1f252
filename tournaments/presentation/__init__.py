"""Prepares a tournament for the pages: rows ready for templates. Nothing is decided here."""
