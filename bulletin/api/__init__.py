"""Bulletins over HTTP."""
