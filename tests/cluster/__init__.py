"""`make cluster`: many processes on two machines, a primary with a standby, and what befalls them.

All on the loopback: `servers` has the database servers, the machines of the site and the proxies,
`load` the tables that record and their watchers, `__main__` the rehearsal.
"""
