"""A negative number can be typed wherever it is allowed, also in the form in which the site writes
it.
"""

import pytest
from django import forms as django_forms

from games.entry.lab_fields import DiceField
from tests import factories
from tests.forms_drawn import forms_of
from tests.tournaments.evening import evening
from tournaments.formats import option_fields
from tournaments.formats.option_fields import RestScoreField
from tournaments.views.desk.scores_form import ScoresForm
from tournaments.views.forms import SumInput
from tournaments.views.setup.format_forms import AdviceForm

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    made = evening("Anne & Bruno", "Chloé & David")
    made.draw()
    return made


@pytest.fixture
def officer(night):
    return factories.browser(factories.member(night.club, "officer"))


def inputs(page, name):
    """Return the inputs of a page whose names start with `name`."""
    return [
        field
        for form in forms_of(page.content.decode())
        for field in form.fields
        if field.get("name", "").startswith(name)
    ]


@pytest.mark.parametrize(
    ("page", "name", "count"),
    [
        ("rondes/1/resultats/", "score_1_", 2),
        ("rondes/1/tables/1/", "score_", 2),
        ("rondes/1/tables/1/corriger/", "score_", 2),
        ("formule/", "points_", 4),
    ],
)
def test_no_keypad_without_a_sign_where_a_negative_is_legal(night, officer, page, name, count):
    if page.endswith("corriger/"):
        night.do("put", "rounds/1/tables/1/result/", {"scores": [500, -120]})
    fields = [
        field
        for field in inputs(officer.get(f"/tournois/{night.id}/{page}"), name)
        if field["type"] != "checkbox"
    ]
    assert len(fields) == count
    for field in fields:
        # The script sets the digit keyboard when it adds the sign key, so the page itself has no
        # `inputmode`.
        assert (field["type"], "inputmode" in field) == ("text", False)
        assert field["data-signed"] == "Changer le signe"


@pytest.mark.parametrize(
    ("typed", "noted"),
    [
        (("500", "−120"), [500, -120]),
        (("1 200", "-120"), [1200, -120]),
        (("1\u202f200", "−1\u202f050"), [1200, -1050]),
    ],
)
@pytest.mark.parametrize("page", ["rondes/1/resultats/", "rondes/1/tables/1/resultat/"])
def test_a_result_is_taken_as_the_site_prints_it(night, officer, page, typed, noted):
    name = "score_1_{}" if page.endswith("resultats/") else "score_{}"
    form = {name.format(at): text for at, text in enumerate(typed)}
    seen = {
        field["name"]: field["value"]
        for field in inputs(officer.get(f"/tournois/{night.id}/rondes/1/resultats/"), "seen_")
    }
    sure = {"sure": "1", "sure_1": "1"}
    answer = officer.post(f"/tournois/{night.id}/{page}", {**seen, **form, **sure})
    assert answer.status_code == 302
    (table,) = night.do("get", "rounds/1/")["tables"]
    assert table["result"]["scores"] == noted


def test_points_and_rests_are_taken_as_the_site_prints_them():
    points = option_fields.PointsMixin.base_fields["points_loss"]
    assert [points.clean(text) for text in ("−1", "−0,5")] == [-1, -0.5]
    rest = RestScoreField()
    assert [rest.clean(text) for text in ("1\u202f200–−950", "−120")] == [[1200, -950], -120]
    assert SumInput().clean("1\u202f200,50") == 120050
    form = ScoresForm(["Nous", "Vous"], {"score_0": "−120", "score_1": "1 200"})
    assert form.is_valid()
    assert [form.cleaned_data[f"score_{at}"] for at in (0, 1)] == [-120, 1200]


@pytest.mark.parametrize("field", [SumInput(), AdviceForm.base_fields["hours"], DiceField()])
def test_what_has_only_digits_to_type_takes_nothing_below_zero(field):
    assert field.widget.attrs["inputmode"] in ("numeric", "decimal")
    if isinstance(field, DiceField):
        assert field.clean("-2") == (2,)
        return
    with pytest.raises(django_forms.ValidationError):
        field.clean("-5")
