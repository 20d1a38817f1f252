"""The maastricht: a short Swiss, then four fields of entrants of similar strength."""
