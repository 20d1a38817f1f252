"""The databases: PostgreSQL's connections, standbys, and what is answered while there is none."""
