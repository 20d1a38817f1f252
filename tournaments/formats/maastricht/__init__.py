"""The maastricht: a short Swiss, then four fields of their own level."""
