"""The page of writes that a phone stored without network. The user sends or drops them there."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.views.common import HtmxRequest, match_context, table_or_404
from games.views.keeping_up import brief


@require_safe
@never_cache
def phone_page(request: HtmxRequest, match_id: str) -> HttpResponse:
    """Show the sheet beside the writes stored on this phone. A script fills in these writes."""
    table, _caller = table_or_404(request, match_id)
    lines = [
        {"number": line.number, "text": brief(table, line.number)} for line in table.shown_lines
    ]
    return render(request, "games/phone.html", match_context(table, None) | {"lines": lines})
