"""The worth of a hand: the mean result of perfect play over the layouts that are possible."""
