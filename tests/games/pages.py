"""Pages as a browser without JavaScript sees them: elements by id, and forms to fill and send."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.test.html import Element, parse_html

SILENT = ("csrfmiddlewaretoken",)


@dataclass
class Form:
    """A form of a page: its address, and the values that it sends if nothing is changed."""

    action: str
    method: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)

    def data(self, **filled: Any) -> dict[str, list[str]]:
        """Return the form's data after filling in fields; an unknown field name is a mistake in the
        test.
        """
        values = dict(self.fields)
        for name, value in filled.items():
            name = name.replace("__", "-")
            assert name in self.names, (name, sorted(self.names))
            values[name] = [] if value is None else [str(value)]
        return values


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.open: Form | None = None
        self.select: str | None = None

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        given = dict(attrs)
        if tag == "form":
            self.open = Form(given.get("action", ""), given.get("method", "get").lower())
            self.forms.append(self.open)
        if self.open is None:
            return
        name, value = given.get("name"), given.get("value") or ""
        if tag == "button":
            self.open.buttons.append((name or "", value, given.get("formaction") or ""))
        elif tag == "select":
            self.select = name
            self.open.names.add(name or "")
        elif tag == "option" and self.select and "selected" in given:
            self.open.fields[self.select] = [value]
        elif tag in ("input", "textarea") and name:
            self._input(self.open, name, value, given)

    def _input(self, form: Form, name: str, value: str, given: dict[str, Any]) -> None:
        form.names.add(name)
        if given.get("type") in ("radio", "checkbox"):
            if "checked" in given:
                form.fields.setdefault(name, []).append(value if "value" in given else "on")
        else:
            form.fields.setdefault(name, []).append(value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        if tag == "select":
            self.select = None


def forms(response: Any) -> list[Form]:
    """Return every form of a page."""
    parser = _Forms()
    parser.feed(response.content.decode())
    return parser.forms


def form(response: Any, action: str | None = None, field: str | None = None) -> Form:
    """Return the page's only form with that action, or with that field; the form for the language
    is left out.
    """
    matching = [
        candidate
        for candidate in forms(response)
        if candidate.action != "/langue/"
        and (action is None or candidate.action == action)
        and (field is None or field in candidate.names)
    ]
    assert len(matching) == 1, [
        (candidate.action, sorted(candidate.names)) for candidate in forms(response)
    ]
    return matching[0]


def element(response: Any, identifier: str) -> Element:
    """Return the element with that id, without the parts that differ from one rendering to the
    next.
    """
    found_element = _find(parse_html(response.content.decode()), identifier)
    assert found_element is not None, f"no #{identifier}"
    return _quiet(found_element)


def has(response: Any, identifier: str) -> bool:
    """Whether a page has an element of that id."""
    return _find(parse_html(response.content.decode()), identifier) is not None


def text(response: Any) -> str:
    """Return the words of a page, or of a part of it, in one line."""
    content = response if isinstance(response, Element) else parse_html(response.content.decode())
    return " ".join(" ".join(_words(content)).split())


def _words(node: Any) -> list[str]:
    if isinstance(node, str):
        return [node]
    if node.name in ("script", "style", "title"):
        return []
    return [word for child in node.children for word in _words(child)]


def _find(node: Any, identifier: str) -> Any:
    if isinstance(node, str):
        return None
    if ("id", identifier) in node.attributes:
        return node
    return next(filter(None, (_find(child, identifier) for child in node.children)), None)


def _quiet(node: Any) -> Any:
    if isinstance(node, str):
        return node
    attributes = dict(node.attributes)
    if attributes.get("name") in (*SILENT, "client_id"):
        attributes["value"] = "…"
    node.attributes = sorted(attributes.items(), key=lambda item: item[0])
    node.children = [_quiet(child) for child in node.children]
    return node
