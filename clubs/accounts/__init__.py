"""Accounts: signing in and out, the account's page, and leaving. Adapts allauth and axes."""
