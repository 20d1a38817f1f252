"""Tags for every template, without loading."""
