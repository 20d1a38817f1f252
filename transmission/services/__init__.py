"""All writes on a game's graph. Each write is one transaction, and adds one line to the log."""

from transmission.services.importing import (
    ImportAsked,
    Imported,
    club_to_import,
    import_links,
)
from transmission.services.links import LinkAsked, add_link, confirm_link, delete_link
from transmission.services.sources import attest, declare_source, withdraw_source
from transmission.services.writing import WriteOutcome, Writing

__all__ = [
    "ImportAsked",
    "Imported",
    "LinkAsked",
    "WriteOutcome",
    "Writing",
    "add_link",
    "attest",
    "club_to_import",
    "confirm_link",
    "declare_source",
    "delete_link",
    "import_links",
    "withdraw_source",
]
