"""Compiled code is cached for exactly the source files from which it was compiled."""

import pytest
from numba import config

from games.dix.analysis.solver.kernel import instructions


def folder_of_entry():
    def doubled(number):
        return 2 * number

    return instructions.entry(doubled).stats.cache_path


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="nothing is compiled")
def test_if_one_of_the_files_changes_another_folder_is_used(tmp_path, monkeypatch):
    monkeypatch.setattr(instructions, "HERE", tmp_path)
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path / "compiled"))
    part = tmp_path / "part.py"
    part.write_text("first")
    before = folder_of_entry()
    assert before.startswith(str(tmp_path / "compiled"))
    assert folder_of_entry() == before
    part.write_text("other")
    assert folder_of_entry() != before
    assert str(tmp_path / "compiled") == config.CACHE_DIR
