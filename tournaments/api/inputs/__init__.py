"""The shapes of the data that programs send."""
