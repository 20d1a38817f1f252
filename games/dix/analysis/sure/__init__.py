"""Hands that take all tricks whatever the others hold."""
