"""The double-dummy solver: perfect play when all four hands are seen."""
