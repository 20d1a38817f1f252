"""The site's addresses, and the baseline's."""

import uuid

from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from clubs.models import Club
from scorekeeper.urls import handler404, handler500, urlpatterns

__all__ = ("handler404", "handler500", "urlpatterns")


@csrf_exempt
def baseline(request: HttpRequest) -> JsonResponse:
    """Load a session and save one row: the least that a Django view with a write does."""
    who = request.session.get("who")
    club = Club.objects.create(name="Baseline", slug=uuid.uuid4().hex)
    return JsonResponse({"who": who, "id": club.pk})


urlpatterns = [*urlpatterns, path("baseline/", baseline)]
