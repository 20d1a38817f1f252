"""Lists and objects in a request's body: their length is checked first, and at most fifty faults
are reported.
"""

import pytest
from django import forms
from rest_framework import serializers

from core.shapes import BoundedDict, BoundedList, NameInput


class Counting(serializers.IntegerField):
    """A number field that counts how often it was validated."""

    looked = 0

    def run_validation(self, data=serializers.empty):
        self.looked += 1
        return super().run_validation(data)


def faults(field, body):
    with pytest.raises(serializers.ValidationError) as caught:
        field.run_validation(body)
    return caught.value.detail


def test_a_list_too_long_is_refused_before_any_item_is_looked_at():
    field = BoundedList(child=Counting(), max_length=3)
    assert [fault.code for fault in faults(field, ["x"] * 4)] == ["max_length"]
    assert field.child.looked == 0
    assert field.run_validation([1, 2, 3]) == [1, 2, 3]


def test_an_object_of_too_many_fields_too():
    field = BoundedDict(child=Counting(), max_length=3)
    assert [fault.code for fault in faults(field, dict.fromkeys("abcd", 1))] == ["max_length"]
    assert field.child.looked == 0
    assert field.run_validation({"a": 1, "b": 2}) == {"a": 1, "b": 2}


def test_items_are_looked_at_up_to_the_fiftieth_fault():
    field = BoundedList(child=Counting(), max_length=1000)
    assert list(faults(field, [1, *["x"] * 999])) == list(range(1, 51))
    assert field.child.looked == 51
    field = BoundedDict(child=Counting(), max_length=1000)
    assert len(faults(field, {str(at): "x" for at in range(1000)})) == 50
    assert field.child.looked == 50


@pytest.mark.parametrize("kind", [BoundedList, BoundedDict])
def test_none_is_made_without_a_maximum(kind):
    with pytest.raises(TypeError):
        kind(child=Counting())


@pytest.mark.parametrize("body", [{}, "abc", 3, None])
def test_what_is_no_list_is_told_so(body):
    assert faults(BoundedList(child=Counting(), max_length=3), body)[0].code in (
        "not_a_list",
        "null",
    )


class Named(forms.Form):
    name = NameInput()


def test_a_name_that_a_form_was_filled_with_may_stay_though_it_is_refused_today():
    old = "An\u200bne"
    filled = Named({"name": old}, initial={"name": old})
    assert filled.is_valid()
    assert filled.cleaned_data == {"name": old}
    for form in (Named({"name": old}), Named({"name": f"{old}!"}, initial={"name": old})):
        assert [fault.code for fault in form.errors.as_data()["name"]] == ["name_control"]
