"""Brackets: trees of meetings, drawn round by round."""
