"""The forms of a page as a browser without scripts reads them, including what stands in `noscript`.

When Enter is pressed in a field, a browser presses the form's first submit button in the order
of the page. So do the site's scripts, for which a button may have replaced what stood in a
`noscript`.
"""

from dataclasses import dataclass, field
from html.parser import HTMLParser

# Types of input in which Enter does not send the form. Text areas and lists of choices are no
# inputs: there Enter begins a line or opens the list.
WITHOUT_ENTER = {"hidden", "submit", "button", "image", "reset", "file"}


@dataclass
class Drawn:
    """One form: its attributes, and those of its fields and of its submit buttons, in the order of
    the page.
    """

    attrs: dict[str, str]
    fields: list[dict[str, str]] = field(default_factory=list)
    buttons: list[dict[str, str]] = field(default_factory=list)

    @property
    def takes_enter(self) -> bool:
        """Whether Enter in one of the form's fields sends it."""
        return any(field["type"] not in WITHOUT_ENTER for field in self.fields)

    @property
    def default(self) -> dict[str, str]:
        """The button that Enter presses. The form must have one."""
        return self.buttons[0]

    @property
    def default_is_its_own(self) -> bool:
        """Whether Enter does what the form is for: it presses the main button, or one that adds no
        value of its own.
        """
        first = self.default
        main = "button--main" in first.get("class", "").split()
        # The hidden button of `forms/_enter.html`, or a button without a name.
        plain = "visually-hidden" in first.get("class", "") or "name" not in first
        return (main or plain) and "formaction" not in first


def forms_of(html: str) -> list[Drawn]:
    """Return the forms of a page. A control that stands elsewhere counts for the form that it
    names.
    """
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
