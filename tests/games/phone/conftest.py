"""Runs JavaScript in Node where there is one, else in the browser."""

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from games.phone.rules import compile_rules

HERE = Path(__file__).parent
SAID = (HERE / "said.js").read_text()
NODE = shutil.which("node")
# What a worker has, and others may not.
OUTSIDE_WORKERS = "globalThis.self ??= {postMessage() {}};\n"


@cache
def rules_text():
    return compile_rules().text


@pytest.fixture(scope="session")
def run_javascript(request, tmp_path_factory):
    """Calls a function of a program with what JSON can hold, and returns what it answers."""

    def in_node(program, function, *given):
        path = tmp_path_factory.mktemp("javascript") / "program.js"
        said = f"JSON.stringify({function}(...JSON.parse(require('fs').readFileSync(0, 'utf8'))))"
        path.write_text(f"{OUTSIDE_WORKERS}{program}\nprocess.stdout.write({said});\n")
        done = subprocess.run(
            [NODE, str(path)], input=json.dumps(given), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return json.loads(done.stdout)

    def in_browser(program, function, *given):
        page = request.getfixturevalue("browser").new_page()
        called = f"(given) => {{ {program}\nreturn {function}(...given); }}"
        answer = page.evaluate(called, list(given))
        page.close()
        return answer

    if NODE:
        return in_node
    request.getfixturevalue("browser")
    return in_browser


@pytest.fixture(scope="session")
def rules_program():
    """The compiled rules and what compares them: not as a worker, but as a script."""
    return f"{rules_text()}\n{SAID}"
