"""The folders of the program's own files, in the repository or in a wheel.

Pure Python, imported before the settings.
"""

import os
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
REPOSITORY = PACKAGE.parent
# In a wheel, this folder has what the repository has beside the packages (`hatch_build.py`).
_IN_WHEEL = PACKAGE / "shared"
INSTALLED = _IN_WHEEL.is_dir()
# The folder of templates/, static/, locale/ and docs/.
SHARED = _IN_WHEEL if INSTALLED else REPOSITORY
# The beginning of a command line that runs a management command. A wheel has no `manage.py`.
PROGRAM = [sys.executable, *(["-m", "scorekeeper"] if INSTALLED else [f"{REPOSITORY}/manage.py"])]
# The same beginning, as people type it.
TYPED = "scorekeeper" if INSTALLED else ".venv/bin/python manage.py"


def default_data() -> Path:
    """Return the data folder if none is set. It is never beside installed code."""
    if not INSTALLED:
        return REPOSITORY / "data"
    own = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return own / "scorekeeper"
