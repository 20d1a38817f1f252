"""The limits' app: it holds no models, only the table that processes count in together."""

from django.apps import AppConfig


class LimitsConfig(AppConfig):
    """Declares the app, so that its migration is found."""

    name = "ratelimits"
    label = "limits"  # as it was inside clubs: migrations know it by that
