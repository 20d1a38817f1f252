"""Texts: what may be in one, typography, Markdown, names that look alike."""
