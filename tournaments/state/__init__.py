"""The pure state of a tournament. Each event turns the present state into the next one.

`tournament` defines the state. `entrants`, `rounds` and `results` define its changes. `events`
applies a log: the same log always gives the same tournament. Nothing here depends on Django.
"""
