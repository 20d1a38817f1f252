"""As the permission tests: what outsiders are told is told by the site as it is served."""

from tests.permissions.conftest import _as_served

__all__ = ["_as_served"]
