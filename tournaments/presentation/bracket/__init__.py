"""A bracket as it is drawn: its boxes, paths and letters."""
