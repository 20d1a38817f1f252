"""Reads and writes tournaments as files: TRF16 for other programs, and signed files for other
sites.

An exported tournament can also be drawn again, to check its draws.
"""
