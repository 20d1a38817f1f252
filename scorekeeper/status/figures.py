"""The figures of the site in Prometheus' text: what was counted, and what is true now."""

from collections.abc import Iterator
from typing import Any

from django.db import Error

from scorekeeper import VERSION
from scorekeeper.backups.keeping import database_size
from scorekeeper.status import facts, measures
from scorekeeper.status.warnings import all_warnings

PREFIX = "scorekeeper_"


class Present:
    """The collector of what is true now. Without a database it gives what the machine knows."""

    def collect(self) -> Iterator[Any]:
        """Yield the figures."""
        from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily  # noqa: PLC0415

        machine = facts.machine()
        yield InfoMetricFamily(f"{PREFIX}program", "The program.", {"version": VERSION})
        plain = {
            "disk_free_bytes": ("Free room of the data folder's disk.", machine.disk_free),
            "streams": ("Pages that follow a match.", machine.streams),
            "requests_waiting": ("Requests that are not answered yet.", machine.waiting),
        }
        memory = GaugeMetricFamily(
            f"{PREFIX}memory_bytes", "Memory of a process.", labels=["kind", "pid"]
        )
        for process in machine.processes:
            memory.add_metric([process.kind, str(process.pid)], process.memory or 0)
        yield memory
        try:
            stored, size = facts.stored(), database_size()
        except Error:
            plain["database_up"] = ("Whether the database answers.", 0)
        else:
            age = stored.backup_age
            plain |= {
                "database_up": ("Whether the database answers.", 1),
                "database_bytes": ("Size of the database.", size),
                "webhooks_refused": ("Webhooks that gave up a message.", stored.refused),
                "messages_retried": ("Messages that are sent again.", stored.retried),
                "warnings": ("Warnings.", len(all_warnings(stored, machine))),
            }
            if age is not None:
                plain["backup_age_seconds"] = ("Age of the last backup.", int(age.total_seconds()))
            jobs = GaugeMetricFamily(f"{PREFIX}jobs", "Jobs of the last day.", labels=["state"])
            for state, count in stored.jobs.items():
                jobs.add_metric([state], count)
            yield jobs
        for name, (text, value) in plain.items():
            yield GaugeMetricFamily(f"{PREFIX}{name}", text, value)


def text() -> tuple[bytes, str]:
    """Return the figures as Prometheus reads them, and their media type."""
    from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest  # noqa: PLC0415

    present = CollectorRegistry()
    present.register(Present())
    return generate_latest(measures.registry()) + generate_latest(present), CONTENT_TYPE_LATEST
