"""A tournament as it runs: pure. Events go in one by one, the standing of everything comes out.

`state` says what a tournament is, `entrants`, `rounds` and `results` what may happen to it,
`events` folds a log: the same log always gives the same tournament. No Django here.
"""
