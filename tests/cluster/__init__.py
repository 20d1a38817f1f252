"""`make cluster`: many processes on two machines, a primary with a standby, and the failures that
they survive.

All runs on the loopback interface. `postgres`, `machine` and `network` are the components;
`load` has the tables that record and their watchers, `measured` what these observed. `rehearsal`
builds the cluster; `speed`, `failures` and `upgrade` are the parts of a rehearsal.
"""
