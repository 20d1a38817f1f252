"""Lists in pages. Cursors are checked, because a caller may send an invented one."""

from typing import Any

from django.core.exceptions import ValidationError
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from core.addresses import absolute


class Pages(CursorPagination):
    """Pages by REST framework's cursor. A wrong cursor gets the answer 404."""

    page_size = 20
    page_size_query_param = "page_size"
    max_page_size = 100

    def paginate_queryset(
        self, queryset: Any, request: Request, view: Any = None
    ) -> list[Any] | None:
        """Return the page. Raise `NotFound` for a cursor that the database can't compare."""
        try:
            page: list[Any] | None = super().paginate_queryset(queryset, request, view)
        except (ValidationError, ValueError, OverflowError):
            raise NotFound(self.invalid_cursor_message) from None
        self.base_url = absolute(request, request.get_full_path())
        return page
