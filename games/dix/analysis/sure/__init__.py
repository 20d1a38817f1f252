"""Hands that take all tricks, whatever the other seats hold."""
