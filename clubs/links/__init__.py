"""Capability links: addresses that let their holder do one thing, for a while.

A link's subject is an opaque kind and id: each layer above registers its own in `subjects`.
"""
