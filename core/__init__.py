"""Code that all apps use and that belongs to none of them. It has no model."""
