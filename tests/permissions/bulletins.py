"""Permissions on bulletins: whoever sees the club may read the published ones, and its officers
write.
"""

from tests.permissions.cells import API, CLUB, OFFICER, SEE_CLUB, Row, denied_by, table

ONE, PAGE = f"{API}{CLUB}bulletin/<str:day>/", f"{CLUB}bulletin/<str:day>/"
OFFICER_PAGE = denied_by(OFFICER, s403="302")
# A program that reads a feed has no account, so a feed only tells what anybody may read.
FEED = table("""
public club:  ok      ok   ok    ok     ok     ok      ok    ok    ok
private club: 404     404  404   404    404    404     404   404   404
none:         404     404  404   404    404    404     404   404   404
""")

ROWS = {
    (f"{API}{CLUB}bulletin/", "GET"): Row(SEE_CLUB),
    (ONE, "GET"): Row(SEE_CLUB),
    (ONE, "PATCH"): Row(OFFICER, 200, {"title": "Autre"}, True),
    (f"{ONE}remake/", "POST"): Row(OFFICER, 200, {}, True),
    (f"{CLUB}bulletin/", "GET"): Row(SEE_CLUB),
    (f"{CLUB}bulletin/fil.atom", "GET"): Row(FEED),
    (PAGE, "GET"): Row(SEE_CLUB),
    (f"{PAGE}image.png", "GET"): Row(SEE_CLUB),
    (PAGE, "POST"): Row(OFFICER_PAGE, 302, {"do": "withdraw"}, True),
    (f"{PAGE}modifier/", "GET"): Row(OFFICER_PAGE),
    (f"{PAGE}modifier/", "POST"): Row(OFFICER_PAGE, 302, {"title": "T", "text": "Bravo."}, True),
}
