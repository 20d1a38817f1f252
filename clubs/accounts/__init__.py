"""Accounts: signing in and out, one's own data, and leaving. The glue to allauth and axes."""
