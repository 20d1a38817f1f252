"""Prepares a tournament for the pages, as data for templates. No rule of the tournament is decided
here.
"""
