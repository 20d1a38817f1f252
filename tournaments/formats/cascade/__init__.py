"""The cascade: winners and losers part, then each field has its final."""
