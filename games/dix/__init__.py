"""Jeu du 10: two sides of two, a bid, a trump, ten tricks; 100 points a hand."""
