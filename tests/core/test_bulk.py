"""Bulk writes of rows given as columns: each row's values stay together, however many statements
are needed.
"""

import pytest

from core.bulk import AT_ONCE, Rows, insert, update
from leaderboards.models import DueMatch

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def there():
    return list(DueMatch.objects.order_by("pk").values_list("game", "match"))


@pytest.mark.parametrize("count", [0, 1, AT_ONCE, 2 * AT_ONCE + 1])
def test_columns_and_tuples_come_to_the_same_rows(count):
    rows = [(f"jeu {number}", f"M{number}") for number in range(count)]
    insert(Rows.of(DueMatch, ("game", "match"), rows))
    assert there() == rows
    DueMatch.objects.all().delete()
    columns = ([game for game, _ in rows], [match for _, match in rows])
    insert(Rows(DueMatch, ("game", "match"), columns))
    assert there() == rows


def test_rows_are_written_anew_by_their_keys():
    insert(Rows(DueMatch, ("game", "match"), (["dix", "yams"], ["A", "B"])))
    first, second = DueMatch.objects.order_by("pk").values_list("pk", flat=True)
    update(DueMatch, ("match",), [("C", second), ("D", first)])
    assert there() == [("dix", "D"), ("yams", "C")]
    update(DueMatch, ("match",), [])
    assert there() == [("dix", "D"), ("yams", "C")]
