"""A graph as a table for spreadsheets, which can be imported again."""

import csv
import io

from core.spreadsheets import safe
from transmission.graph_json import GraphData


def to_csv(graph_data: GraphData) -> str:
    """Return CSV with a row for each link: names of teacher and learner, date, note."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["teacher", "learner", "date", "note"])
    names = {node.id: node.name for node in graph_data.nodes}
    for edge in graph_data.edges:
        cells = (names[edge.teacher], names[edge.learner], edge.date or "", edge.note)
        writer.writerow([safe(cell) for cell in cells])
    return out.getvalue()
