"""The cascade: winners and losers are separated, then each field has its final."""
