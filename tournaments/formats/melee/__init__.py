"""The mêlée: people enter alone and change partners every round."""
