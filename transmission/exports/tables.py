"""A graph as a table for spreadsheets, which the import takes back, and as JSON."""

import csv
import io
import json

from games.export import safe
from transmission.telling import Told


def to_csv(told: Told) -> str:
    """Return one row a link: who taught whom by name, when, and the note."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["teacher", "learner", "date", "note"])
    names = {node.id: node.name for node in told.nodes}
    for edge in told.edges:
        cells = (names[edge.teacher], names[edge.learner], edge.date or "", edge.note)
        writer.writerow([safe(cell) for cell in cells])
    return out.getvalue()


def to_json(told: Told) -> str:
    """Return what the API answers for the whole graph."""
    return json.dumps(told.body(), ensure_ascii=False)
