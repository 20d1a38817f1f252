"""Lists the hands of a match that may be reviewed."""

from django import template

from games.dix.apps import ANALYSED
from games.presentation.table import Table

register = template.Library()


@register.simple_tag
def by_cards(table: Table) -> list[int]:
    """Return the numbers of the hands that were recorded by their cards and may be reviewed."""
    if not ANALYSED:
        return []
    return [entry.number for entry in table.entries if getattr(entry, "tricks", None)]
