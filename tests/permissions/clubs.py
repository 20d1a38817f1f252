"""Permissions on clubs, their people, links, and long work."""

from datetime import timedelta

from django.utils import timezone

from clubs.list_forms import seen_mark
from tests.permissions.cells import (
    ADD_PLAYER,
    ALL,
    API,
    CALLERS,
    CLUB,
    DEAD,
    LINKS,
    NIGHT_LINKS,
    OFFICER,
    OWNER,
    SEAT,
    SEE_CLUB,
    Row,
    denied_by,
    table,
)

ACCOUNT = table("any: 403 403 403 ok ok ok ok ok ok")

# A live link leads to its subject; a dead one answers 410.
OPENED = {
    kind: dict.fromkeys(CALLERS, "404")
    | dict.fromkeys((*LINKS, SEAT, *NIGHT_LINKS), "ok")
    | dict.fromkeys(DEAD[:-1], "410")
    for kind in ("public own", "public other", "private own", "private club")
}

# None of these callers has made a file.
NO_FILE = table("any: 404 404 404 404 404 404 404 404 404")
SITE_OWNER_ALONE = table("any: 404 404 404 404 404 404 404 404 ok")
# Confirming a club.
CONFIRM = table(
    """
public club:  403     403  403   403    403    403     403   403   ok
private club: 404     404  404   403    403    403     403   404   ok
none:         404     404  404   404    404    404     404   404   404
""",
    links="""
private club: 404     404  403
""",
)

# Deleting a club that nobody uses, over HTTP; the site's owner learns here that it is used.
DELETE_CLUB = denied_by(CONFIRM, sok="400")
SITE_OWNER = table("any: 403 403 403 403 403 403 403 403 ok")

# Seeing a job, which is somebody else's own or about a finished match. A job about a match
# serves all who see the match: whoever only watches sees its progress, and the match's table and
# officers may stop it.
SEE_JOB = SITE_OWNER_ALONE | table(
    """
recent own:   ok      ok   ok    ok     ok     ok      ok    ok    ok
recent other: ok      ok   ok    ok     ok     ok      ok    ok    ok
secret own:   404     ok   404   ok     ok     ok      ok    404   ok
secret other: 404     404  404   ok     ok     ok      ok    404   ok
""",
    links="""
secret own:   ok      ok   ok
secret other: 404     404  ok
""",
)
STOP_JOB = SITE_OWNER_ALONE | table(
    """
recent own:   403     ok   403   ok     ok     ok      ok    403   ok
recent other: 403     403  403   403    403    ok      ok    403   ok
old own:      403     ok   403   ok     ok     ok      ok    403   ok
old other:    403     403  403   403    403    ok      ok    403   ok
secret own:   404     ok   404   ok     ok     ok      ok    404   ok
secret other: 404     404  404   403    403    ok      ok    404   ok
""",
    links="""
recent own:   403     ok   403
secret own:   403     ok   403
secret other: 404     404  403
""",
)

# The only owner cannot leave; somebody who is not a member has nothing to leave.
LEAVE = table("""
public club:  404     404  404   ok     ok     ok      302   404   404
private club: 404     404  404   ok     ok     ok      302   404   404
none:         404     404  404   404    404    404     404   404   404
""")
# An invitation to be an owner: anybody with the link may read it, and anybody with an account
# may accept it.
FOLLOW = table("""
public club:  ok      ok   ok    ok     ok     ok      ok    ok    ok
private club: ok      ok   ok    ok     ok     ok      ok    ok    ok
none:         404     404  404   404    404    404     404   404   404
""")
ACCEPT = table("""
public club:  403     403  403   ok     ok     ok      200   ok    ok
private club: 403     403  403   ok     ok     ok      200   ok    ok
none:         403     403  403   404    404    404     404   404   404
""")

# The small pages for other sites. Both clubs allow them here, but only the public club has them,
# for anybody.
FRAMED = {
    kind: dict.fromkeys(cells, "ok" if kind == "public club" else "404")
    for kind, cells in SEE_CLUB.items()
}
FRAME, IN_FRENCH = "integrer/<str:language>/", {"language": "fr", "game": "dix"}
EVENING = {"title": "Soirée", "date": (timezone.localdate() + timedelta(days=7)).isoformat()}

SETTINGS = {"name": "N", "language": "fr"}
OFFER = "the number of an offer to the club"

ROWS = {
    ("clubs/", "GET"): Row(ALL),
    ("clubs/", "POST"): Row(denied_by(ACCOUNT, s403="302"), 302, {"name": "N"}, writes=True),
    ("club/", "GET"): Row(ALL, 302),
    (CLUB, "GET"): Row(SEE_CLUB),
    (f"{CLUB}resultats/", "GET"): Row(SEE_CLUB),
    (f"{CLUB}mur/", "GET"): Row(SEE_CLUB),
    (f"{CLUB}image.png", "GET"): Row(SEE_CLUB),
    (f"{CLUB}reglages/", "GET"): Row(denied_by(OWNER, s403="302")),
    (f"{CLUB}reglages/", "POST"): Row(denied_by(OWNER, s403="302"), 302, SETTINGS, writes=True),
    (f"{CLUB}journal/", "GET"): Row(denied_by(OFFICER, s403="302")),
    (f"{CLUB}annonce/", "POST"): Row(
        denied_by(OFFICER, s403="302"), 302, {"text": "Mardi, 20 h"}, writes=True
    ),
    (f"{CLUB}confirmer/", "POST"): Row(denied_by(CONFIRM, s403="302"), 302, {}, writes=True),
    # Without the club's name nothing is deleted.
    (f"{CLUB}supprimer/", "POST"): Row(denied_by(OWNER, s403="302"), 302, {}),
    (f"{CLUB}fichier/", "GET"): Row(denied_by(OWNER, s403="302")),
    (f"{CLUB}fichier/", "POST"): Row(denied_by(OWNER, s403="302"), 302, {}, writes=True),
    ("restaurer/", "GET"): Row(denied_by(SITE_OWNER, s403="302")),
    ("restaurer/", "POST"): Row(denied_by(SITE_OWNER, s403="302", sok="400"), 400, {}),
    (f"{CLUB}premiers-pas/", "GET"): Row(denied_by(OWNER, s403="302")),
    (f"{CLUB}calendrier/", "GET"): Row(SEE_CLUB),
    (f"{CLUB}calendrier/", "POST"): Row(
        denied_by(OFFICER, s403="302"), 302, EVENING | {"weeks": "2"}, writes=True
    ),
    (f"{CLUB}calendrier.ics", "GET"): Row(SEE_CLUB),
    (f"{CLUB}calendrier/<str:evening_id>/", "GET"): Row(denied_by(OFFICER, s403="302")),
    (f"{CLUB}calendrier/<str:evening_id>/", "POST"): Row(
        denied_by(OFFICER, s403="302"), 302, EVENING, writes=True
    ),
    (f"{CLUB}palmares/", "GET"): Row(SEE_CLUB),
    **{
        (f"{FRAME}{page}", "GET"): Row(FRAMED, fills=IN_FRENCH)
        for page in (
            f"{CLUB}calendrier/",
            f"{CLUB}palmares/",
            f"{CLUB}bulletin/",
            f"{CLUB}classements/<slug:game>/",
            "challenges/<str:challenge_id>/",
        )
    },
    (f"{FRAME}tournois/<str:tournament_id>/", "GET"): Row(
        {kind.replace("club", "tournament"): cells for kind, cells in FRAMED.items()},
        fills=IN_FRENCH,
    ),
    (f"{CLUB}joueurs/", "GET"): Row(SEE_CLUB),
    (f"{CLUB}joueurs/", "POST"): Row(denied_by(OFFICER, s403="302"), 302, {"name": "Z"}, True),
    (f"{CLUB}joueurs/fichier/", "GET"): Row(SEE_CLUB),
    (f"{CLUB}joueurs/liste/", "GET"): Row(denied_by(OFFICER, s403="302")),
    (f"{CLUB}joueurs/liste/", "POST"): Row(
        denied_by(OFFICER, s403="302"),
        302,
        {"people": "Zoé\nYves", "seen": seen_mark("Zoé\nYves", 1)},
        writes=True,
    ),
    (f"{CLUB}membres/", "GET"): Row(denied_by(OFFICER, s403="302")),
    (f"{CLUB}membres/<int:member_id>/", "POST"): Row(
        denied_by(OFFICER, s403="302"), 302, {"role": "scorer"}, writes=True
    ),
    (f"{CLUB}quitter/", "POST"): Row(LEAVE, 302, {}, writes=True),
    (f"{CLUB}inviter/", "POST"): Row(
        denied_by(OFFICER, s403="302"), 200, {"role": "member", "days": "7"}, writes=True
    ),
    # The invitation is to be an owner: no officer may revoke it.
    (f"{CLUB}invitations/<int:invitation_id>/retirer/", "POST"): Row(
        denied_by(OWNER, s403="302"), 302, {}, writes=True
    ),
    ("invitation/<str:token>/", "GET"): Row(FOLLOW),
    ("invitation/<str:token>/", "POST"): Row(
        {
            **{kind: denied_by(ACCEPT, s403="200", s200="302")[kind] for kind in list(ACCEPT)[:2]},
            "none": FOLLOW["none"],
        },
        302,
        {},
        writes=True,
    ),
    **{
        (f"joueurs/<int:player_id>/{end}", "GET"): Row(SEE_CLUB)
        for end in ("", "image.png", "matchs/", "csv/", "rencontres/", "rencontres/csv/", "faits/")
    },
    ("joueurs/<int:player_id>/reglages/", "GET"): Row(denied_by(OFFICER, s403="302")),
    ("joueurs/<int:player_id>/reglages/", "POST"): Row(
        denied_by(OFFICER, s403="302"), 302, {"name": "Z"}, writes=True
    ),
    # Opening a link, and a club's pages about links.
    ("l/<str:token>/", "GET"): Row(OPENED, 302),
    ("clubs/<slug:slug>/liens/", "GET"): Row(OFFICER),
    ("clubs/<slug:slug>/liens/", "POST"): Row(OFFICER, 200, {"lasts": "year"}, writes=True),
    ("clubs/<slug:slug>/propositions/", "GET"): Row(OFFICER),
    ("clubs/<slug:slug>/propositions/", "POST"): Row(
        OFFICER, 302, {"offer": OFFER, "accept": "1"}, writes=True
    ),
    (f"{API}clubs/<slug:slug>/links/", "GET"): Row(OFFICER),
    (f"{API}clubs/<slug:slug>/links/", "POST"): Row(OFFICER, 201, {}, writes=True),
    (f"{API}clubs/<slug:slug>/links/<int:link_id>/", "DELETE"): Row(OFFICER, 204, writes=True),
    (f"{API}clubs/<slug:slug>/proposals/", "GET"): Row(OFFICER),
    (f"{API}clubs/<slug:slug>/proposals/<int:proposal_id>/", "POST"): Row(
        OFFICER, 200, {"accept": True}, writes=True
    ),
    # The API: people.
    (f"{API}players/", "GET"): Row(ALL),
    (f"{API}players/", "POST"): Row(ADD_PLAYER, 201, {"name": "Zoé"}, writes=True),
    (f"{API}players/<int:player_id>/", "GET"): Row(SEE_CLUB),
    (f"{API}clubs/", "GET"): Row(ALL),
    (f"{API}players/<int:player_id>/", "PATCH"): Row(OFFICER, 200, {"name": "Z"}, writes=True),
    (f"{API}players/<int:player_id>/", "DELETE"): Row(OFFICER, 204, None, writes=True),
    (f"{API}players/<int:player_id>/merge/", "POST"): Row(OFFICER, 200, {"other": "<other>"}, True),
    (f"{API}players/<int:player_id>/merge/", "DELETE"): Row(OFFICER, 200, None, writes=True),
    (f"{API}players/<int:player_id>/account/", "DELETE"): Row(OFFICER, 200, None, writes=True),
    (f"{API}players/<int:player_id>/matches/", "GET"): Row(SEE_CLUB),
    (f"{API}players/<int:player_id>/stats/", "GET"): Row(SEE_CLUB),
    (f"{API}clubs/", "POST"): Row(ACCOUNT, 201, {"name": "N", "slug": "neuf"}, writes=True),
    (f"{API}{CLUB}", "GET"): Row(SEE_CLUB),
    (f"{API}{CLUB}", "PATCH"): Row(OWNER, 200, {"city": "Laval"}, writes=True),
    (f"{API}{CLUB}", "DELETE"): Row(DELETE_CLUB, 204),
    (f"{API}{CLUB}notice/", "PUT"): Row(OFFICER, 200, {"text": "Mardi, 20 h"}, writes=True),
    (f"{API}{CLUB}confirm/", "POST"): Row(CONFIRM, 200, writes=True),
    (f"{API}{CLUB}calendar/", "GET"): Row(SEE_CLUB),
    (f"{API}{CLUB}calendar/", "POST"): Row(OFFICER, 201, EVENING, writes=True),
    (f"{API}{CLUB}calendar.ics", "GET"): Row(SEE_CLUB),
    (f"{API}{CLUB}calendar/<str:evening_id>/", "GET"): Row(SEE_CLUB),
    (f"{API}{CLUB}calendar/<str:evening_id>/", "PATCH"): Row(
        OFFICER, 200, {"title": "Autre"}, writes=True
    ),
    (f"{API}{CLUB}calendar/<str:evening_id>/", "DELETE"): Row(OFFICER, 204, None, writes=True),
    (f"{API}{CLUB}honours/", "GET"): Row(SEE_CLUB),
    (f"{API}{CLUB}members/", "GET"): Row(OFFICER),
    (f"{API}{CLUB}members/", "POST"): Row(OFFICER, 201, {"role": "member"}, writes=True),
    (f"{API}{CLUB}members/<int:member_id>/", "PATCH"): Row(OFFICER, 200, {"role": "scorer"}, True),
    (f"{API}{CLUB}members/<int:member_id>/", "DELETE"): Row(OFFICER, 204, None, writes=True),
    (f"{API}{CLUB}invitations/", "GET"): Row(OFFICER),
    (f"{API}{CLUB}invitations/<int:invitation_id>/", "DELETE"): Row(OWNER, 204, None, True),
    (f"{API}{CLUB}players/export/", "GET"): Row(SEE_CLUB),
    (f"{API}{CLUB}players/<int:player_id>/", "DELETE"): Row(OFFICER, 204, None, writes=True),
    (f"{API}{CLUB}guests/", "GET"): Row(OFFICER, query="?name=Anne"),
    (f"{API}{CLUB}guests/", "POST"): Row(
        OFFICER, 201, {"name": "Anne", "player": "<other>"}, writes=True
    ),
    (f"{API}{CLUB}guests/", "PATCH"): Row(
        OFFICER, 200, {"name": "Anne", "spelling": "ANNE"}, writes=True
    ),
    (f"{API}{CLUB}guests/<int:known_id>/", "DELETE"): Row(OFFICER, 204, None, writes=True),
    (f"{API}{CLUB}changes/", "GET"): Row(OFFICER),
    (f"{API}invitations/<str:token>/", "GET"): Row(FOLLOW),
    (f"{API}invitations/<str:token>/", "POST"): Row(ACCEPT, 200, {}, writes=True),
    # The owner's own jobs are tested in tests/jobs.
    ("travaux/<str:job_id>/", "GET"): Row(SEE_JOB),
    ("travaux/<str:job_id>/arreter/", "POST"): Row(STOP_JOB, 302, {}, writes=True),
    ("travaux/<str:job_id>/fichier/", "GET"): Row(NO_FILE),
    (f"{API}jobs/<str:job_id>/file/", "GET"): Row(NO_FILE),
    (f"{API}jobs/<str:job_id>/", "GET"): Row(SEE_JOB),
    (f"{API}jobs/<str:job_id>/", "DELETE"): Row(STOP_JOB, 204, writes=True),
}
