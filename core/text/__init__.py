"""Texts: their encodings, typography, Markdown, and names that look alike."""
