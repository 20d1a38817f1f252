"""Capability links: addresses that let their holder do one thing for a limited time.

A link's subject is given by its kind and its id. Each layer above registers its kinds of
subjects in `subjects`.
"""
