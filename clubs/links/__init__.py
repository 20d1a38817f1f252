"""Capability links: addresses that let their holder do one thing, for a while.

A link's subject is an opaque kind and id: each floor above registers its own in `subjects`.
"""
