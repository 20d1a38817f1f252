"""One state, one file: everything that a site is, written while it runs, read into any database.

`archive` is the file and knows no database; `schema` says which migrations a database has had;
`rows` turns rows into lines and back; `backup` and `restore` do the work of the commands.
"""
