"""The rules for phones: the games' pure code as JavaScript, and their sentences as JSON.

How it works: docs/phone.md.
"""
