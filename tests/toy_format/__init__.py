"""A format for tests: neighbours on the list meet, in as many rounds as the organiser likes."""
