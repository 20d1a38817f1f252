"""What a hand is worth: perfect play over the layouts that agree with it."""
