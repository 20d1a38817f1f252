"""The forms of a drawn page, as a browser without scripts reads them: `noscript` is content.

A browser presses a form's first submit button, in the order of the page, when Enter is pressed in
one of its fields; so do scripts' swaps with what stood in a `noscript`.
"""

from dataclasses import dataclass, field
from html.parser import HTMLParser

# Where Enter is no « send »: a text of several lines has it, a list of choices opens.
WITHOUT_ENTER = {"hidden", "submit", "button", "image", "reset", "file"}


@dataclass
class Drawn:
    """One form: its attributes, its fields' and its submit buttons', in the order of the page."""

    attrs: dict[str, str]
    fields: list[dict[str, str]] = field(default_factory=list)
    buttons: list[dict[str, str]] = field(default_factory=list)

    @property
    def takes_enter(self) -> bool:
        """Whether Enter in one of its fields sends it."""
        return any(one["type"] not in WITHOUT_ENTER for one in self.fields)

    @property
    def default(self) -> dict[str, str]:
        """The button that Enter presses; the form has one."""
        return self.buttons[0]

    @property
    def default_is_its_own(self) -> bool:
        """Whether Enter does what the form is for: its main button, or one that says no more."""
        first = self.default
        main = "button--main" in first.get("class", "").split()
        # The hidden one of `forms/_enter.html`, or a button that names nothing.
        plain = "visually-hidden" in first.get("class", "") or "name" not in first
        return (main or plain) and "formaction" not in first


def forms_of(html: str) -> list[Drawn]:
    """The forms of a page, with what stands elsewhere and names its form."""
    parser = _Forms()
    parser.feed(html)
    parser.close()
    named = {form.attrs["id"]: form for form in parser.forms if "id" in form.attrs}
    for form, tag, attrs in parser.controls:
        of = named.get(attrs["form"]) if "form" in attrs else form
        if of is None:
            continue
        if tag == "button" or attrs["type"] in ("submit", "image"):
            if attrs["type"] in ("submit", "image"):
                of.buttons.append(attrs)
        else:
            of.fields.append(attrs)
    return parser.forms


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Drawn] = []
        self.controls: list[tuple[Drawn | None, str, dict[str, str]]] = []
        self._form: Drawn | None = None
        self._button: dict[str, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Drawn(values)
            self.forms.append(self._form)
        elif tag in ("input", "button"):
            values.setdefault("type", "submit" if tag == "button" else "text")
            values["type"] = values["type"].lower()
            self.controls.append((self._form, tag, values))
            if tag == "button":
                self._button = values
                values["text"] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "button":
            self._button = None

    def handle_data(self, data: str) -> None:
        if self._button is not None:
            self._button["text"] = f"{self._button['text']} {data.strip()}".strip()
