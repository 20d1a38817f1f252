"""Messages about a tournament to other sites (webhooks) and to phones (Web Push)."""
