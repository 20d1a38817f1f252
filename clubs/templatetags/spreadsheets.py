"""The links to a page's table as a file for spreadsheets."""

from django import template

from core.spreadsheets import DEFAULT_DIALECT, XLSX, dialect_of_reader

register = template.Library()


@register.inclusion_tag("_spreadsheet.html")
def spreadsheet_links(address: str, query: str = "") -> dict[str, str]:
    """Write the links to a table's file: a workbook, and CSV in the dialect of the reader.

    `query`: the parameters of the address, encoded and without « ? ».
    """
    dialect = dialect_of_reader()
    parameter = "" if dialect == DEFAULT_DIALECT else f"dialect={dialect}"
    csv_query = "&".join(filter(None, (query, parameter)))
    return {
        "workbook": f"{address}?{'&'.join(filter(None, (query, f'format={XLSX}')))}",
        "csv": f"{address}?{csv_query}" if csv_query else address,
    }
