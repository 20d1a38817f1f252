"""The site: settings, addresses, server. It contains no code of the domain."""

VERSION = "1.0.0"  # as in pyproject.toml
