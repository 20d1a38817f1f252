"""What every app needs and none owns; it has no model."""
