"""What Django is told of a database by its address: options, and when a connection is closed."""

from typing import Any

import dj_database_url

from scorekeeper.database.postgres import Checked, one_host

# IMMEDIATE: a writer waits for the lock at the start of its transaction, so it never finds half-way
# that another one has written. FULL: an acknowledged hand survives a power cut.
SQLITE_OPTIONS: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}
# A database that is away must not hold the pages up: no connection within two seconds, or no
# acknowledgement within one, is an error. The pool gives up soon, so that the next request tries
# again instead of waiting for an ever later retry.
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
    """Return Django's settings of a database address."""
    url, hosts, ports = one_host(url)
    parsed: dict[str, Any] = {**dj_database_url.parse(url)}
    on_sqlite = parsed["ENGINE"].endswith("sqlite3")
    parsed["OPTIONS"] = {
        **(SQLITE_OPTIONS if on_sqlite else POSTGRES_OPTIONS),
        **parsed.get("OPTIONS", {}),
    }
    if hosts:
        parsed["HOST"], parsed["PORT"] = hosts, ports
        # Of several servers the one that takes writes, wherever it moved to.
        parsed["OPTIONS"].setdefault("target_session_attrs", "read-write")
        pool = {**parsed["OPTIONS"]["pool"], "timeout": 2.0 * (1 + hosts.count(","))}
        parsed["OPTIONS"]["pool"] = pool
    # Closing SQLite's last connection copies its journal into the file: too much for every request.
    # PostgreSQL's connections go back to the pool.
    parsed["CONN_MAX_AGE"] = None if on_sqlite else 0
    # A dead connection in the pool is found before a request gets it.
    parsed["CONN_HEALTH_CHECKS"] = not on_sqlite
    return parsed
