"""Run JavaScript in Node if it is installed, otherwise in the browser."""

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from games.phone.rules import compile_rules

HERE = Path(__file__).parent
MATCH_TEXTS = (HERE / "match_texts.js").read_text()
NODE = shutil.which("node")
# Defines what a worker has and other environments may lack.
OUTSIDE_WORKERS = "globalThis.self ??= {postMessage() {}};\n"


@cache
def rules_text():
    return compile_rules().text


@pytest.fixture(scope="session")
def run_javascript(request, tmp_path_factory):
    """Return a function that calls a JavaScript function of a program with JSON values, and returns
    its JSON answer.
    """

    def in_node(program, function, *given):
        path = tmp_path_factory.mktemp("javascript") / "program.js"
        expression = (
            f"JSON.stringify({function}(...JSON.parse(require('fs').readFileSync(0, 'utf8'))))"
        )
        path.write_text(f"{OUTSIDE_WORKERS}{program}\nprocess.stdout.write({expression});\n")
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
    """Return the compiled rules and the code that compares them, as a script and not as a
    worker.
    """
    return f"{rules_text()}\n{MATCH_TEXTS}"
