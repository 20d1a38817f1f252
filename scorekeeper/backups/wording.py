"""The description of a backup, for the terminal."""

from scorekeeper.backups.archive import Manifest
from scorekeeper.console import gettext as _


def described(manifest: Manifest) -> str:
    """Return the description: number of rows, version and date on one line, hash on the next."""
    return _(
        "%(rows)s lignes de %(tables)s tables, carnet %(version)s, le %(moment)s\n"
        "empreinte de l'état : %(hash)s"
    ) % {
        "rows": manifest.rows,
        "tables": len(manifest.tables),
        "version": manifest.version,
        "moment": manifest.made_at,
        "hash": manifest.hash,
    }
