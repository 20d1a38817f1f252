"""The limits' app: no models, only the table in which processes count together."""

from django.apps import AppConfig


class LimitsConfig(AppConfig):
    """Declares the app, so that its migration is found."""

    name = "ratelimits"
    label = "limits"  # its label inside clubs, which migrations know
