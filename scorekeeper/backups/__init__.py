"""Backups: all data of a site in one file, from a running site, to be read into any database.

`archive` reads and writes the file, without a database. `schema` lists the migrations that were
applied to a database. `rows` converts rows to lines and back. `backup` and `restore` do the work of
the commands.
"""
