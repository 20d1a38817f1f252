"""The site: settings, addresses, server. It holds no domain."""
