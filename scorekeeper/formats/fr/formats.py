"""French short dates, which name the month as the English ones do: « 21 sept. 2026 »."""

SHORT_DATE_FORMAT = "j N Y"
SHORT_DATETIME_FORMAT = "j N Y, H:i"
