"""The icons of the pages. This library is a builtin (see the settings): no template loads it."""

from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

DRAWN = '<svg class="icon{}" {}><use href="{}"></use></svg>'
HIDDEN = SafeString('aria-hidden="true"')


# The `class` of the tag arrives in `also`, because a Python parameter can't be named `class`.
@register.simple_tag(name="icon")
def icon(name: object, file: str = "suits", label: object = "", **also: object) -> SafeString:
    """Draw an icon of `static/icons`: `{% icon "back" %}`, `{% icon 5 file="dice" %}`.

    Screen readers read its `label`. Without a label they skip the icon, because there is a word
    next to it. `class` adds CSS classes. The name of a die is its face.
    """
    added = f" {also['class']}" if also.get("class") else ""
    aria = format_html('role="img" aria-label="{}"', label) if label else HIDDEN
    return _drawn(added, aria, file, f"{'die-' if file == 'dice' else ''}{name}")


@lru_cache(maxsize=1000)
def _drawn(added: str, aria: SafeString, file: str, name: str) -> SafeString:
    return format_html(DRAWN, added, aria, f"{static(f'icons/{file}.svg')}#{name}")
