"""`python -m tests.cluster.pooled`: the site behind PgBouncer in transaction mode.

Needs `pgbouncer` in the PATH (Debian's package). Two processes share four server connections; ten
tables record, each with a watcher, whom only the direct connection tells. Ends with 1 on a fault.
"""

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.cluster.__main__ import parsed
from tests.cluster.machine import Machine
from tests.cluster.measured import Measured, percentiles, say
from tests.cluster.network import free_port
from tests.cluster.postgres import USER, Postgres
from tests.cluster.rehearsal import BASE, Rehearsal, off, up

SETTINGS = """[databases]
{base} = host=127.0.0.1 port={server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {users}
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
"""


def pooler(folder: Path, server: Postgres) -> tuple[subprocess.Popen, int]:
    """Start PgBouncer in front of a server; return it and its port."""
    program, port = shutil.which("pgbouncer"), free_port()
    if program is None:
        sys.exit("pgbouncer is not installed")
    users, settings = folder / "users.txt", folder / "pgbouncer.ini"
    users.write_text(f'"{USER}" ""\n')
    settings.write_text(SETTINGS.format(base=BASE, server=server.port, port=port, users=users))
    how = {key: value for key, value in server.how.items() if key != "cwd"}
    return subprocess.Popen([program, str(settings)], env=os.environ, **how), port


async def main() -> int:
    """Let ten tables record for ten seconds through PgBouncer; return the number of faults."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-pooled-") as name:
        folder = Path(name)
        rehearsal = Rehearsal(folder, parsed([]))
        server = rehearsal.primary
        pooled = machine = None
        try:
            await off(server.initialise)
            await off(server.start)
            server.ask(f"CREATE DATABASE {BASE}")
            pooled, port = pooler(folder, server)
            machine = Machine(
                "pooled", folder, f"postgresql://{USER}@127.0.0.1:{port}/{BASE}",
                DATABASE_DIRECT_URL=f"postgresql://{USER}@127.0.0.1:{server.port}/{BASE}",
                SCOREKEEPER_PROCESSES="2", SCOREKEEPER_WORKER="on",
            )  # fmt: skip
            rehearsal.machines.append(machine)
            await off(machine.prepare)
            front = await up(machine)
            tables, measured = await rehearsal.sit_down(front.port, 10, 10), Measured()
            for table in tables:
                table.measured = measured
            async with rehearsal.playing(tables, 1):
                await asyncio.sleep(10)
            connections = server.ask(
                "SELECT application_name, count(*) FROM pg_stat_activity "
                f"WHERE datname = '{BASE}' GROUP BY 1 ORDER BY 1"
            )
            say(
                f"{len(measured.took)} writes, {percentiles(measured.took)}, watchers "
                f"{percentiles(measured.update_delays)}; {measured.repeats()}; "
                f"connections {connections}"
            )
            repeated = measured.repeated.total()
            return (
                await rehearsal.check(tables, front.port) + repeated + (not measured.update_delays)
            )
        finally:
            rehearsal.close()
            if pooled is not None:
                pooled.kill()


if __name__ == "__main__":
    sys.exit(bool(asyncio.run(main())))
