"""Permissions of the site's own routes."""

from tests.permissions.cells import ALL, API, Row

ROWS = {
    ("", "GET"): Row(ALL),
    ("aide/", "GET"): Row(ALL),
    ("langue/", "POST"): Row(ALL, 302, {"language": "en"}),
    ("sante/", "GET"): Row(ALL),
    ("manifest.webmanifest", "GET"): Row(ALL),
    ("sw.js", "GET"): Row(ALL),
    ("hors-reseau/", "GET"): Row(ALL),
    (API, "GET"): Row(ALL),
    (f"{API}schema/", "GET"): Row(ALL),
    (f"{API}docs/", "GET"): Row(ALL),
}
