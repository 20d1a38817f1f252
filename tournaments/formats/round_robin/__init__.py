"""The round robin: everybody meets everybody."""
