"""The commands of 10 000."""
