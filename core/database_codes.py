"""The code by which a database names an error: SQLITE_FULL, 53100."""


def database_code(error: BaseException | None) -> str:
    """Return SQLite's name of an error, or PostgreSQL's SQLSTATE; empty if there is neither.

    Django's exceptions have the library's as their cause.
    """
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        code = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
        if isinstance(code, str):
            return code
        error = error.__cause__ or error.__context__
    return ""
