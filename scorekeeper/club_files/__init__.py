"""One club as one file: saved, restored on any site, deleted.

The file is a backup (`scorekeeper.backups`) that has the club's rows alone. It has no account, no
password and no token.
"""
