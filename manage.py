#!/usr/bin/env python
"""Django's command line for this site."""

import os
import sys

from django.core.management import execute_from_command_line

from scorekeeper.environment import SettingError


def main() -> None:
    """Run the command, or say in one sentence which setting is wrong."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    try:
        execute_from_command_line(sys.argv)
    except SettingError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
