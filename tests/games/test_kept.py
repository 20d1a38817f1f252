"""Tables that took long are kept on disk: read again, replaced in one step, not for ever."""

import os

import numpy as np
import pytest

from games.kept import Kept


@pytest.fixture
def source(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "made"))
    file = tmp_path / "source.py"
    file.write_text("one")
    return file


def test_what_is_kept_is_read_again(source):
    kept = Kept("tables", [source], 2)
    assert kept.array("a") is None
    assert (kept.result("a"), kept.has_result("a")) == (None, False)
    kept.keep_array("a", np.array([1.5, 2.5]))
    kept.keep_result("a", {"mean": 0.1})
    assert kept.array("a").tolist() == [1.5, 2.5]
    assert (kept.result("a"), kept.has_result("a")) == ({"mean": 0.1}, True)
    kept.keep_result("a", [1])
    assert kept.result("a") == [1]


def test_other_sources_count_as_not_computed(source):
    kept = Kept("tables", [source], 2)
    kept.keep_result("a", 1)
    source.write_text("two")
    assert not Kept("tables", [source], 2).has_result("a")


def test_only_those_used_last_stay(source, tmp_path):
    kept = Kept("tables", [source], 2)
    for age, key in enumerate("abc"):
        kept.keep_result(key, key)
        for path in (tmp_path / "made" / "kept").glob(f"*-{key}.json"):
            os.utime(path, (1000 + age, 1000 + age))
    assert [kept.has_result(key) for key in "abc"] == [False, True, True]
    kept.result("b")  # used now, after c
    kept.keep_result("d", "d")
    assert [kept.has_result(key) for key in "abcd"] == [False, True, False, True]


def test_a_broken_file_counts_as_none(source, tmp_path):
    kept = Kept("tables", [source], 2)
    kept.keep_array("a", np.zeros(3))
    kept.keep_result("a", 1)
    for path in (tmp_path / "made" / "kept").iterdir():
        path.write_bytes(b"{")
    assert kept.array("a") is None
    assert kept.result("a") is None


def test_without_a_folder_nothing_is_kept(source, monkeypatch):
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    kept = Kept("tables", [source], 2)
    kept.keep_array("a", np.zeros(3))
    assert kept.array("a") is None
    assert not kept.has_result("a")
