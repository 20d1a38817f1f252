"""The app of the rate limits: no models, only the table in which all processes count requests."""

from django.apps import AppConfig


class LimitsConfig(AppConfig):
    """Declares the app, so that its migration is found."""

    name = "ratelimits"
    # The label dates from the time when this app was a part of clubs. Migrations use it.
    label = "limits"
