"""The site: settings, addresses, server. It holds no domain."""

VERSION = "1.0.0"  # as in pyproject.toml
