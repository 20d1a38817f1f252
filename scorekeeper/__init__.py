"""The site: settings, addresses, server. It holds no domain."""

VERSION = "0.1.0"  # as in pyproject.toml
