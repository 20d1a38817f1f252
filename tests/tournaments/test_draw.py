"""`manage.py draw` draws the same in another process, without the site's database."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.evening import PAIRS, evening, result_of

ROOT = Path(__file__).parents[2]


def exported(night, tmp_path):
    path = tmp_path / "export.json"
    path.write_text(json.dumps(night.do("get", "export/")), encoding="utf-8")
    return path


def elsewhere(path, hash_seed, tmp_path):
    """Run the command in another process that cannot reach a database; return (exit code,
    output).
    """
    done = subprocess.run(
        [sys.executable, "manage.py", "draw", str(path), "--tables"],
        env={
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "SCOREKEEPER_DATA": str(tmp_path / "nothing"),
            "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.nightly
@pytest.mark.django_db
def test_another_process_draws_the_same_rounds(tmp_path):
    night = evening(*PAIRS, seed="2023-08-02")
    first = night.draw()
    night.play(first)
    night.do("put", result_of(first, first["tables"][0]), {"scores": [1, 2], "later": "keep"})
    night.do("post", "rounds/", {})
    night.do("post", "rounds/2/redraw/", {"seed": "autre"})
    night.do("post", "rounds/2/publish/", {})
    path = exported(night, tmp_path)
    answers = [elsewhere(path, seed, tmp_path) for seed in ("0", "4242")]
    assert answers[0] == answers[1]
    code, output = answers[0]
    lines = output.splitlines()
    assert code == 0, output
    assert [line for line in lines if not line.startswith(" ")] == [
        "Ronde 1 : 4 tables, graine 2023-08-02 : identique",
        "Ronde 2 : 4 tables, graine autre : identique",
    ]
    names = {entrant["id"]: entrant["name"] for entrant in night.do("get", "entrants/")}
    assert [line for line in lines[:5] if line.startswith(" ")] == [
        f"  {table['number']}. " + " – ".join(names[number] for number in table["entrants"])
        for table in first["tables"]
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("slug", ["melee", "tables", "groups", "double_elimination"])
def test_every_kind_of_draw_is_drawn_again(slug, tmp_path):
    game = {"game": "yams"} if slug == "tables" else {}
    night = evening(*(f"P{number}" for number in range(1, 14)), format=slug, **game)
    night.draw()
    out = StringIO()
    call_command("draw", str(exported(night, tmp_path)), stdout=out)
    assert out.getvalue().endswith("identique\n")


@pytest.mark.django_db
def test_a_draw_that_is_not_the_seeds_is_said_to_be_so(tmp_path):
    night = evening(*PAIRS)
    night.do("post", "rounds/", {})
    night.do("patch", "rounds/1/", {"swap": [1, 2]})
    night.do("post", "rounds/1/publish/", {})
    path = exported(night, tmp_path)
    out = StringIO()
    call_command("draw", str(path), stdout=out)
    assert "arrangée à la main : identique" in out.getvalue()
    export = json.loads(path.read_text())
    export["rounds"][0]["tables"][0].reverse()
    export["rounds"][0]["tables"][0] += [[99]]
    path.write_text(json.dumps(export))
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("draw", str(path), stdout=out)
    assert out.getvalue().endswith("DIFFÉRENT\n")


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"log": [{"kind": "opened", "data": {"format": "howell"}}]}']
)
def test_a_file_that_is_no_export_is_refused(text, tmp_path):
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(CommandError):
        call_command("draw", str(path))
