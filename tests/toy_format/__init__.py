"""A format of the tests: neighbours of the list meet, in as many rounds as the organiser likes."""
