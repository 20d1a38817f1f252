"""The site's addresses, with those of the baseline view and of the bare page."""

import uuid
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import engines
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from clubs.models import Club, Player
from games.models import Match, Seat, Side
from scorekeeper.urls import handler404, handler500, urlpatterns

__all__ = ("handler404", "handler500", "urlpatterns")


BARE = """{% load i18n %}<!doctype html>
<html lang="fr">
<head><title>{% translate "Aide" %}</title></head>
<body>
  {% for rows in lists %}<ul>{% for row in rows %}<li>{{ row.pk }}</li>{% endfor %}</ul>{% endfor %}
</body>
</html>"""


@csrf_exempt
def baseline(request: HttpRequest) -> JsonResponse:
    """Load a session and save one row, which is the least that any writing view does."""
    visitor = request.session.get("who")
    club = Club.objects.create(name="Baseline", slug=uuid.uuid4().hex)
    return JsonResponse({"who": visitor, "id": club.pk})


def bare(request: HttpRequest) -> HttpResponse:
    """Make five plain queries, and render their rows in a page."""
    rows = [list(model.objects.order_by("pk")[:10]) for model in (Club, Player, Match, Seat, Side)]
    return HttpResponse(_bare().render({"lists": rows}, request))


@cache
def _bare() -> Any:
    return engines["django"].from_string(BARE)


urlpatterns = [*urlpatterns, path("baseline/", baseline), path("bare/", bare)]
