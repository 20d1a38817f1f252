"""The phone's own rules: the games' pure code as JavaScript, and their sentences as JSON.

How it works: docs/phone.md.
"""
