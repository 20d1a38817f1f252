"""Capability links: addresses that let whoever holds them do one thing, for a while.

A link's subject is an opaque kind and id: each floor above says in `subjects` what its own are.
"""
