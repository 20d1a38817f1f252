"""Pages and API say the same sentence for the same fault."""

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import override
from rest_framework import serializers

from tests import factories


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("fr", "Il faut un nombre entier."), ("en", "A whole number is needed.")],
)
def test_a_text_is_no_whole_number(language, sentence):
    with override(language):
        with pytest.raises(ValidationError) as of_a_form:
            forms.IntegerField().clean("x")
        with pytest.raises(serializers.ValidationError) as of_a_serializer:
            serializers.IntegerField().run_validation("x")
        assert of_a_form.value.messages == [sentence]
        assert [str(detail) for detail in of_a_serializer.value.detail] == [sentence]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/api/v1/nowhere/", "/api/v1/matches/ABCDEFGH/"])
def test_an_address_without_anything_says_so(path):
    answer = factories.api().get(path, headers={"accept-language": "en"})
    assert answer.status_code == 404
    assert answer.json()["errors"][0]["detail"] == "There is nothing at this address."
