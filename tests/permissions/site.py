"""Permissions of the site's own routes."""

from tests.permissions.cells import ALL, API, Row, table

SITE_OWNER = table("any: 302 302 302 404 404 404 404 404 ok")

ROWS = {
    ("", "GET"): Row(ALL),
    ("aide/", "GET"): Row(ALL),
    ("langue/", "POST"): Row(ALL, 302, {"language": "en"}),
    ("sante/", "GET"): Row(ALL),
    ("etat/", "GET"): Row(SITE_OWNER),
    ("etat/courrier/", "POST"): Row(SITE_OWNER, 302),
    # Off unless a setting turns it on (tests/scorekeeper/status).
    ("metrics", "GET"): Row(table("any: 404 404 404 404 404 404 404 404 404")),
    ("manifest.webmanifest", "GET"): Row(ALL),
    ("sw.js", "GET"): Row(ALL),
    ("hors-reseau/", "GET"): Row(ALL),
    (API, "GET"): Row(ALL),
    (f"{API}schema/", "GET"): Row(ALL),
    (f"{API}docs/", "GET"): Row(ALL),
}
