"""`make bench`: speed as a ratio to a named baseline that is measured in the same run."""
