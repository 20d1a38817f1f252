"""A graph as a table for spreadsheets, which can be imported again."""

from core.spreadsheets import csv_text
from transmission.graph_json import GraphData


def to_csv(graph_data: GraphData) -> str:
    """Return CSV with a row for each link: the names of teacher and learner, date and note."""
    names = {node.id: node.name for node in graph_data.nodes}
    links = (
        [names[edge.teacher], names[edge.learner], edge.date or "", edge.note]
        for edge in graph_data.edges
    )
    return csv_text([["teacher", "learner", "date", "note"], *links])
