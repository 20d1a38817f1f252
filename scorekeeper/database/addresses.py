"""Django's settings for a database address: options, and how long connections stay open."""

from typing import Any

import dj_database_url

from scorekeeper.database.postgres import Checked, one_host

# IMMEDIATE: a transaction takes the write lock at its start, so that it never fails half-way
# because of another writer. FULL: a hand that was acknowledged survives a power cut.
SQLITE_OPTIONS: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}
# Pages must not wait for a database that is away. It counts as away after two seconds without a
# connection, or one second without an acknowledgement. The pool gives up early, because it waits
# longer after each failed try: the next request makes a new try.
POSTGRES_OPTIONS: dict[str, Any] = {
    "connect_timeout": 2,
    "tcp_user_timeout": 1000,
    "pool": {
        "connection_class": Checked,
        "min_size": 1,
        "max_size": 8,
        "timeout": 2,
        "reconnect_timeout": 2,
    },
}


def database(url: str) -> dict[str, Any]:
    """Return Django's settings for a database address."""
    url, hosts, ports = one_host(url)
    parsed: dict[str, Any] = {**dj_database_url.parse(url)}
    on_sqlite = parsed["ENGINE"].endswith("sqlite3")
    parsed["OPTIONS"] = {
        **(SQLITE_OPTIONS if on_sqlite else POSTGRES_OPTIONS),
        **parsed.get("OPTIONS", {}),
    }
    if hosts:
        parsed["HOST"], parsed["PORT"] = hosts, ports
        # With several servers in the address, connect to the primary, whichever server it is now.
        parsed["OPTIONS"].setdefault("target_session_attrs", "read-write")
        pool = {**parsed["OPTIONS"]["pool"], "timeout": 2.0 * (1 + hosts.count(","))}
        parsed["OPTIONS"]["pool"] = pool
    # Connections to SQLite stay open: closing the last one copies the journal into the file, which
    # is too slow for every request. A connection to PostgreSQL goes back to the pool instead.
    parsed["CONN_MAX_AGE"] = None if on_sqlite else 0
    # The pool detects a dead connection before a request gets it.
    parsed["CONN_HEALTH_CHECKS"] = not on_sqlite
    return parsed
