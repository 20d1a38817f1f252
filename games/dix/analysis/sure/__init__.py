"""Hands that take all tricks whatever the other hands hold."""
