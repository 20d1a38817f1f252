"""The databases: PostgreSQL's connections and standbys, and answers while a database is away."""
