"""The worth of a hand: perfect play over the layouts that agree with it."""
