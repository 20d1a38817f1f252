"""Template tags that are available without `{% load %}`."""
