"""Answers of the account's routes: for a visitor (with or without a link), for a signed-in user.

These tests run without a mail server, so the pages about letters are missing. A page that only asks
to confirm one's identity answers 302 here; `tests.clubs.accounts` tests the rest.
"""

from typing import Any

from tests.permissions.cells import API, CALLERS, HOLDERS, Row, table

# Rows below `compte/`: route, method, answer to a visitor, answer to a signed-in user, posted
# data.
PAGES: list[tuple[str, str, int, int, Any]] = [
    ("", "GET", 302, 200, None),
    ("joueur/", "POST", 302, 404, {"shown": "initials"}),
    ("jetons/", "POST", 302, 302, {"name": "tableur"}),
    ("jetons/<int:token_id>/", "POST", 302, 404, {}),
    ("appareils/", "POST", 302, 302, {}),
    ("appareils/<slug:handle>/", "POST", 302, 404, {}),
    ("donnees/", "GET", 302, 200, None),
    ("supprimer/", "GET", 302, 200, None),
    ("supprimer/", "POST", 302, 302, {}),
    ("lien/<str:token>/", "GET", 404, 404, None),
    ("lien/<str:token>/", "POST", 404, 404, {}),
    ("secours/<int:user_id>/", "GET", 302, 404, None),
    ("secours/<int:user_id>/", "POST", 302, 404, {}),
    ("connexion/", "GET", 200, 302, None),
    ("connexion/", "POST", 200, 302, {"login": "a@example.org", "password": "faux"}),
    ("connexion/cle/", "GET", 302, 302, None),
    ("connexion/cle/", "POST", 302, 302, {}),
    ("connexion/code/", "GET", 302, 302, None),
    ("connexion/code/", "POST", 302, 302, {"code": "123456"}),
    ("deconnexion/", "GET", 302, 200, None),
    ("deconnexion/", "POST", 302, 302, {}),
    ("inscription/", "GET", 200, 302, None),
    ("inscription/", "POST", 200, 302, {"email": "a@example.org", "password1": "court"}),
    ("inscription/cle/", "GET", 404, 404, None),
    ("inscription/cle/", "POST", 404, 404, {}),
    ("inscription/cle/creer/", "GET", 404, 404, None),
    ("inscription/cle/creer/", "POST", 404, 404, {}),
    ("ferme/", "GET", 200, 200, None),
    ("verifier/", "GET", 302, 200, None),
    ("verifier/", "POST", 302, 200, {"password": "faux"}),
    ("verifier/code/", "GET", 302, 302, None),
    ("verifier/code/", "POST", 302, 302, {}),
    ("verifier/cle/", "GET", 302, 302, None),
    ("verifier/cle/", "POST", 302, 302, {}),
    ("email/", "GET", 302, 200, None),
    ("email/", "POST", 302, 302, {"email": "b@example.org"}),
    ("email/code/", "GET", 404, 404, None),
    ("email/code/", "POST", 404, 404, {}),
    ("mot-de-passe/", "GET", 302, 200, None),
    ("mot-de-passe/", "POST", 302, 200, {"oldpassword": "faux"}),
    ("mot-de-passe/poser/", "GET", 302, 302, None),
    ("mot-de-passe/poser/", "POST", 302, 302, {}),
    ("mot-de-passe/oublie/", "GET", 200, 200, None),
    ("mot-de-passe/oublie/", "POST", 200, 200, {"email": "a@example.org"}),
    ("mot-de-passe/oublie/envoye/", "GET", 404, 404, None),
    ("mot-de-passe/oublie/<base36:uidb36>-<str:key>/", "GET", 404, 404, None),
    ("mot-de-passe/oublie/<base36:uidb36>-<str:key>/", "POST", 404, 404, {}),
    ("mot-de-passe/change/", "GET", 302, 302, None),
    ("securite/", "GET", 302, 302, None),
    ("cles/", "GET", 302, 302, None),
    ("cles/ajouter/", "GET", 302, 302, None),
    ("cles/ajouter/", "POST", 302, 302, {}),
    ("cles/<int:pk>/nommer/", "GET", 302, 302, None),
    ("cles/<int:pk>/nommer/", "POST", 302, 302, {}),
    ("cles/<int:pk>/enlever/", "GET", 302, 302, None),
    ("cles/<int:pk>/enlever/", "POST", 302, 302, {}),
    ("application/", "GET", 302, 302, None),
    ("application/", "POST", 302, 302, {}),
    ("application/enlever/", "GET", 302, 404, None),
    ("application/enlever/", "POST", 302, 404, {}),
    ("codes/", "GET", 302, 404, None),
    ("codes/nouveaux/", "GET", 302, 302, None),
    ("codes/nouveaux/", "POST", 302, 302, {}),
]
FILLS = {
    "handle": "0" * 24,
    "token_id": "999999",
    "user_id": "999999",
    "pk": "999999",
    "uidb36": "abc",
    "key": "def",
}

# Each club here has only one owner, and the site has only one. So these cannot delete their
# account, which answers 400.
OWN_ACCOUNT = table("any: 401 401 401 ok ok ok ok ok ok")
ROWS = {
    (f"compte/{route}", method): Row(
        {
            "any": {
                caller: str(signed_in if caller in CALLERS[3:] else visitor)
                for caller in (*CALLERS, *HOLDERS)
            }
        },
        data=data,
        fills=FILLS,
    )
    for route, method, visitor, signed_in, data in PAGES
} | {
    (f"{API}account/", "GET"): Row(OWN_ACCOUNT),
    (f"{API}account/", "DELETE"): Row(
        table("any: 401 401 401 ok ok ok 400 400 400"), 204, writes=False
    ),
    (f"{API}account/export/", "GET"): Row(OWN_ACCOUNT),
}
