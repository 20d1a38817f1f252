"""Dates in the pages.

The settings make this library a builtin, so its filter replaces Django's own in every template.
"""

import datetime as dt
from typing import Any

from django import template
from django.template.defaultfilters import date as django_date
from django.utils.formats import get_format

from core.dates import format_for

register = template.Library()


# Moments are converted to the site's time zone first, as for Django's own filter.
@register.filter(expects_localtime=True, is_safe=False)
def date(value: Any, form: str | None = None) -> str:
    """Write a day as Django's filter does, but the first of a month as French does (« 1er »)."""
    form = form or str(get_format("DATE_FORMAT"))
    if isinstance(value, dt.date):
        form = format_for(value, form)
    return str(django_date(value, form))
