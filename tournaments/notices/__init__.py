"""Notices to other sites (webhooks) and to phones (Web Push)."""
