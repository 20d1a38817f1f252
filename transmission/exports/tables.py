"""A graph as a table for spreadsheets, which can be imported again."""

from core.spreadsheets import csv_text
from transmission.graph_json import GraphData

COLUMNS = (
    *("teacher", "learner", "date", "note", "confirmed", "club"),
    *("teacher_id", "learner_id", "teacher_clubs", "learner_clubs"),
)


def to_csv(graph_data: GraphData) -> str:
    """Return CSV with a row for each link: the names of teacher and learner, date and note.

    The columns after them are for an import, which so recognises the people.
    """
    people = {node.id: node for node in graph_data.nodes}
    rows = []
    for edge in graph_data.edges:
        ends = people[edge.teacher], people[edge.learner]
        names, numbers = [end.name for end in ends], [end.id for end in ends]
        clubs = [" ".join(end.clubs) for end in ends]
        # A graph has only confirmed links.
        about = [edge.date or "", edge.note, "true", edge.club or ""]
        rows.append([*names, *about, *numbers, *clubs])
    return csv_text([COLUMNS, *rows])
