"""The pure state of a tournament. Each event gives the next state from the present one.

`tournament` defines the state. `entrants`, `rounds` and `results` define its changes. `events`
applies a log: the same log always gives the same tournament. Nothing here knows Django.
"""
