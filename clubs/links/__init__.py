"""Capability links: addresses that let their holder do one thing, for a while.

A link's subject is a kind and an id. Each layer above registers its own kinds in `subjects`.
"""
