"""When: a club's calendar and its feed, the hours of an evening and when it ends."""
