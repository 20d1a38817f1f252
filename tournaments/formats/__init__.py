"""The formats of tournaments: one folder each, with its rules, draw, form and advice."""
