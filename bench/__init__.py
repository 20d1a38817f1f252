"""`make bench`: speed as ratios against a named baseline, measured in the same run."""
