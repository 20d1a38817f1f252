"""Pages for a phone without network: the service worker, and a page for all that is not stored."""

import json

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

# A service worker that removes itself. It keeps the lines that the phone has not sent yet.
SWITCHED_OFF = """// Switched off.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
  for (const client of await self.clients.matchAll({ type: "window" })) client.navigate(client.url);
})()));
"""


def static_version() -> str:
    """Return the version of the static files: a hash that changes with any of them."""
    return str(getattr(staticfiles_storage, "manifest_hash", "") or "0")


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Send the service worker: some lines that change with the static files, and its scripts.

    Its address is at the root, because a service worker serves only the pages below its address.
    The browser checks it at each visit.
    """
    text = _script() if settings.OFFLINE else SWITCHED_OFF
    response = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    if not settings.OFFLINE:
        # This clears what a broken worker has cached, but not `storage`, which has the unsent
        # lines.
        response["Clear-Site-Data"] = '"cache"'
    return response


def _script() -> str:
    known = {"VERSION": static_version(), "LOST": reverse("lost")}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in known.items())
    scripts = [static("games/outbox.js"), static("js/offline-worker.js")]
    return f"{head}importScripts({', '.join(json.dumps(script) for script in scripts)});\n"


@require_safe
@never_cache
def lost(request: HttpRequest) -> HttpResponse:
    """List the pages that this phone has stored; shown without network."""
    return render(request, "pages/lost.html")
