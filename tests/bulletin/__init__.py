"""Tests of bulletins."""
