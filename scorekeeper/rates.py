"""How often one caller may do things, and the scope in which each page counts."""

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
# The rate of each scope: how many requests one caller may make, in how many seconds (a day at
# most). The numbers are high, because a whole club may have one address.
RATES = {
    "sign_in": (30, MINUTE),
    "sign_up": (60, HOUR),
    "start": (120, HOUR),
    "come": (120, HOUR),
    # Matches that the phones of one network propose to clubs in a night.
    "propose": (30, DAY // 2),
    # Sign-ups of strangers of one network to one tournament. The limit is this number times half
    # of the tournament's places.
    "network_comes": (1, DAY),
    "notice": (30, HOUR),
    "write": (600, MINUTE),
    "read": (1200, MINUTE),
    # Pictures of matches, tournaments and people: one that is not kept is painted.
    "picture": (120, MINUTE),
    # Reads that compute: the lab's answers, and its advice, which a pad requests at each tap.
    "compute": (300, MINUTE),
    "wrong_token": (30, MINUTE),
}
# The scope of the posts of a page, by the name of its address. Posts of other pages have the
# scope `write`.
PAGE_SCOPES = {
    "games:start": "start",
    "games:rematch": "start",
    "tournaments:sign-up": "come",
    "clubs:notice": "notice",
    "account_login": "sign_in",
    "account_link": "sign_in",
    "account_change_password": "sign_in",
    "account_confirm_login_code": "sign_in",
    "account_reauthenticate": "sign_in",
    "mfa_authenticate": "sign_in",
    "mfa_login_webauthn": "sign_in",
    "mfa_reauthenticate": "sign_in",
    "mfa_reauthenticate_webauthn": "sign_in",
    "account_signup": "sign_up",
    "account_signup_by_passkey": "sign_up",
    "mfa_signup_webauthn": "sign_up",
    # These pages send a letter to an address that anybody can type.
    "account_request_login_code": "sign_up",
    "account_reset_password": "sign_up",
}

# The scope of the reads of a page, by the name of its address; other reads are not counted.
READ_SCOPES = {
    "labo:question": "compute",
    "labo:csv": "compute",
    "labo:pad-advice": "compute",
    # A name without an app is that of any app's address: pictures of matches and tournaments,
    # and of what the others' names say.
    "picture": "picture",
    "review-picture": "picture",
    "challenge-picture": "picture",
    "club-picture": "picture",
    "player-picture": "picture",
    "bulletin-picture": "picture",
}
