"""Backups: all data of a site in one file, written while the site runs, read into any database.

`archive` reads and writes the file, without a database. `schema` lists the migrations that a
database has had. `rows` converts rows to lines and back. `backup` and `restore` do the work of the
commands.
"""
