"""The pure state of a tournament. Events go in one by one; the state after each comes out.

`tournament` says what the state holds. `entrants`, `rounds` and `results` say what may happen to
it. `events` applies a log: the same log always gives the same tournament. No Django here.
"""
