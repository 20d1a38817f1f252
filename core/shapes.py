"""Fields of serializers and forms, mostly for names; also puts a refusal's faults on a form."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from core.errors import Refused
from core.names import MAX_LENGTH, clean_name
from core.refusals import SENTENCES

# The sentences that say why a file can't be read, by the code of a `NotText`.
NOT_TEXT: dict[str, str | Promise] = {
    "workbook": _("C'est un classeur : l'enregistrer d'abord en CSV, depuis le tableur."),
    "encoding": _("Ce fichier ne se lit pas comme du texte : l'enregistrer en CSV UTF-8."),
}
FIELD_UNKNOWN = _("Ce champ n'existe pas ici.")

# The error messages of a name field, which are sentences of the table.
_OF_NAMES: Any = {
    code: SENTENCES[code] for code in ("name_blank", "name_too_long", "name_control", "name_marks")
}


class NameField(serializers.CharField):
    """The field of a name in the API. Its value is the name's stored form: see `clean_name`."""

    default_error_messages = _OF_NAMES

    def __init__(self, **kwargs: Any) -> None:
        # A maximum length only appears in the schema, because `clean_name` decides about blanks
        # and lengths.
        super().__init__(trim_whitespace=False, allow_blank=True, **kwargs)
        self.validators = []

    def to_internal_value(self, data: Any) -> str:
        """Return the name in its stored form."""
        if not isinstance(data, str):
            self.fail("invalid")
        try:
            return clean_name(data)
        except Refused as refusal:
            self.fail(refusal.code)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        """Validate without REST framework's own check of blanks, whose error has another code."""
        is_empty, value = self.validate_empty_values(data)
        return value if is_empty else self.to_internal_value(value)


class OptionalNameField(NameField):
    """The field of an optional name in the API, with at most `most` characters."""

    default_error_messages = {"too_long": _("C'est trop long : {most} caractères au plus.")}

    def __init__(self, most: int = MAX_LENGTH, **kwargs: Any) -> None:
        self.most = most
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> str:
        """Return the text in its stored form, or an empty string."""
        if isinstance(data, str) and not data.strip():
            return ""
        text = super().to_internal_value(data)
        if len(text) > self.most:
            self.fail("too_long", most=self.most)
        return text


# The most faults that an answer lists. Further ones would usually repeat the same fault.
ERRORS_TOLD = 50


class BoundedList(serializers.ListField):
    """A list in a request's body, with `max_length` items at most.

    The length is checked before the items, so that a list that is too long costs little time. At
    most fifty faults of the items are reported.
    """

    max_length: int

    def __init__(self, *, max_length: int, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, **kwargs)

    def to_internal_value(self, data: Any) -> list[Any]:
        """Return the items' values."""
        if isinstance(data, list) and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        items: list[Any] = super().to_internal_value(data)
        return items

    def run_child_validation(self, data: list[Any]) -> list[Any]:
        """Return the items' values, or raise the first faults (fifty at most)."""
        return list(_checked(self.child, enumerate(data)).values())


class BoundedDict(serializers.DictField):
    """An object whose fields have no fixed names, with `max_length` fields at most.

    The number of fields is checked before their values. At most fifty faults of values are
    reported.
    """

    default_error_messages = {
        "max_length": serializers.ListField.default_error_messages["max_length"]
    }

    def __init__(self, *, max_length: int, **kwargs: Any) -> None:
        self.max_length = max_length
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the values by name."""
        if isinstance(data, dict) and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        values: dict[str, Any] = super().to_internal_value(data)
        return values

    def run_child_validation(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values by name, or raise the first faults (fifty at most)."""
        return _checked(self.child, data.items())


def _checked(child: Any, items: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """Return the checked values by place, or raise their faults (fifty at most)."""
    values, faults = {}, {}
    for place, item in items:
        try:
            values[place] = child.run_validation(item)
        except serializers.ValidationError as fault:
            faults[place] = fault.detail
            if len(faults) >= ERRORS_TOLD:
                break
    if faults:
        raise serializers.ValidationError(faults)
    return values


class NameInput(forms.CharField):
    """A name in a form, which may be blank if it is not required.

    The name that the form showed at first is accepted, even if such a name would be refused
    today.
    """

    stored: Any = None

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        """Return the bound field of a form. Remember the name that the form showed at first."""
        self.stored = form.get_initial_for_field(self, field_name)
        return super().get_bound_field(form, field_name)

    def clean(self, value: Any) -> str:
        """Return the name in its stored form, or an empty string."""
        text = value or ""
        if text and text == self.stored:
            return str(text)
        if not text.strip() and not self.required:
            return ""
        try:
            name = clean_name(text)
        except Refused as refusal:
            raise forms.ValidationError(refusal.sentence, code=refusal.code) from None
        self.run_validators(name)
        return name


class StrictUUID(serializers.UUIDField):
    """A UUID, written as a text."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the UUID. Refuse a value that is not a text."""
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


# The fields that every write may have, even if its call does not use them.
OF_ANY_WRITE = frozenset({"client_id", "after"})


class StrictSerializer(serializers.Serializer[Any]):
    """A body that may only have known fields. An unknown field is refused, and not ignored.

    If it were ignored, a misspelt « hidden » would leave a person visible, and a link whose end
    is misspelt would never expire.
    """

    def to_internal_value(self, data: Any) -> Any:
        """Return the fields' values. Raise `field_unknown` on each unknown field."""
        if isinstance(data, Mapping):
            unknown = sorted(str(name) for name in set(data) - set(self.fields) - OF_ANY_WRITE)
            unknown = unknown[:ERRORS_TOLD]
            if unknown:
                fault = [ErrorDetail(str(FIELD_UNKNOWN), code="field_unknown")]
                raise serializers.ValidationError(dict.fromkeys(unknown, fault))
        return super().to_internal_value(data)


def number_of(text: str) -> int | None:
    """Return a row's number from the value of a form's button, or None if it can't be a number."""
    # A longer number can't be the key of a row, because databases can't store it.
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else None


def put_on(
    form: forms.BaseForm, refusal: Refused, *, within: str = "", rest: forms.BaseForm | None = None
) -> None:
    """Put each fault's sentence on its field.

    `within` is the prefix that the API's body has before the names of this form's fields, for
    example « rules. ». A fault whose field is not on this form is put on the form as a whole or,
    if it is given, on the form `rest`. If a form's inputs are named differently from the API's
    fields, its `FIELD_OF` maps the API's names to those of the inputs.
    """
    called = getattr(form, "FIELD_OF", {})
    for fault, sentence in zip(refusal.faults, refusal.sentences, strict=True):
        name = (fault.field or "").removeprefix(within)
        name = called.get(name, name)
        if name in form.fields:
            form.add_error(name, sentence)
        else:
            (rest or form).add_error(None, sentence)
