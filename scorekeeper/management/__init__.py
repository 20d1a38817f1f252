"""Management code of the site."""
