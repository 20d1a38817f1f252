"""What every template may use without loading it."""
