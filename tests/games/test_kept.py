"""Results that took long to compute are stored for all processes: they are read again, replaced,
and removed in time.
"""

import numpy as np
import pytest

from games.kept import Kept
from games.models import KeptResult

pytestmark = pytest.mark.django_db


@pytest.fixture
def source(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "made"))
    file = tmp_path / "source.py"
    file.write_text("one")
    return file


def files(tmp_path):
    return list((tmp_path / "made" / "kept").iterdir())


def test_what_is_kept_is_read_again(source):
    cache = Kept("tables", [source], 5)
    assert (cache.data("a"), cache.array("a"), cache.result("a")) == (None, None, None)
    cache.keep("a", b"some")
    cache.keep_array("b", np.array([1.5, 2.5]))
    cache.keep_result("c", {"mean": 0.1})
    assert (cache.data("a"), cache.array("b").tolist()) == (b"some", [1.5, 2.5])
    assert cache.result("c") == {"mean": 0.1}
    assert cache.has("abcd") == {"a", "b", "c"}
    cache.keep_result("c", [1])
    assert cache.result("c") == [1]


def test_other_sources_count_as_not_computed(source):
    Kept("tables", [source], 2).keep_array("a", np.zeros(3))
    source.write_text("two")
    assert Kept("tables", [source], 2).array("a") is None


def test_only_those_kept_last_stay(source):
    cache, other = Kept("tables", [source], 2), Kept("others", [source], 2)
    other.keep("a", b"")
    for key in "abca":
        cache.keep(key, b"")
    assert cache.has("abc") == {"c", "a"}
    assert other.has("a") == {"a"}


def test_another_machine_writes_its_own_file_of_an_array(source, tmp_path, monkeypatch):
    cache = Kept("tables", [source], 2)
    cache.keep_array("a", np.array([1.5]))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "elsewhere"))
    assert cache.array("a").tolist() == [1.5]
    KeptResult.objects.all().delete()
    assert cache.array("a").tolist() == [1.5]


def test_files_are_no_more_than_what_is_kept(source, tmp_path):
    cache = Kept("tables", [source], 2)
    for key in "abc":
        cache.keep_array(key, np.zeros(3))
    assert len(files(tmp_path)) == 2


def test_a_broken_file_is_written_again(source, tmp_path):
    cache = Kept("tables", [source], 2)
    cache.keep_array("a", np.array([2.5]))
    for path in files(tmp_path):
        path.write_bytes(b"{")
    assert cache.array("a").tolist() == [2.5]
    assert files(tmp_path)[0].stat().st_size > 1


def test_without_a_folder_an_array_comes_from_the_table(source, monkeypatch):
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    cache = Kept("tables", [source], 2)
    cache.keep_array("a", np.array([2.5]))
    assert cache.array("a").tolist() == [2.5]
