"""`make bench`: measures speeds, as ratios to a baseline that is measured in the same run."""
