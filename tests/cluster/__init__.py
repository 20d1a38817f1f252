"""`make cluster`: many processes on two machines, a primary with a standby, and what befalls them.

All on the loopback: `postgres`, `machine` and `network` are what it is made of, `load` the tables
that record and their watchers, `measured` what these saw. `rehearsal` builds it; `speed`,
`failures` and `upgrade` are its parts.
"""
