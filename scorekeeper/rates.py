"""How often one caller may do what: the rates, and which pages count in which."""

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
# So many in so many seconds, by scope and caller; no longer than a day. Wide, as a club shares one
# address.
RATES = {
    "sign_in": (30, MINUTE),
    "sign_up": (60, HOUR),
    "start": (120, HOUR),
    "come": (120, HOUR),
    # Strangers of one network at one tournament: so many times half of its places.
    "network_comes": (1, DAY),
    "notice": (30, HOUR),
    "write": (600, MINUTE),
    "read": (1200, MINUTE),
    # Reads that compute: the lab's answers, and its advice, which a pad asks for at each tap.
    "compute": (300, MINUTE),
    "wrong_token": (30, MINUTE),
}
# A page's posts count in the scope of its address's name; in « write » if it is not here.
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
    # Pages that send a letter to any typed address.
    "account_request_login_code": "sign_up",
    "account_reset_password": "sign_up",
}

# Pages that count when they are read, by their addresses' names; others do not.
READ_SCOPES = {
    "labo:question": "compute",
    "labo:csv": "compute",
    "labo:pad-advice": "compute",
}
