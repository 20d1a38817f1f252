"""The files that a deployment copies: each is checked by the tool for its kind.

None of them is run, because a test has neither containers nor units.
"""

import json
import os
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest
import yaml

from scorekeeper.places import REPOSITORY

pytestmark = pytest.mark.one_database

DEPLOY = REPOSITORY / "deploy"


def tool(name):
    """Return the path of a program of the development packages. Without it the test is skipped, or
    fails in CI.
    """
    places = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    path = shutil.which(name, path=places)
    if path is None and not os.environ.get("CI"):
        pytest.skip(f"{name} is not installed: make install-dev")
    assert path is not None, f"{name} is missing"
    return path


def printed_by(*command, **more):
    """Run a checker and assert that it succeeds; return what it printed."""
    done = subprocess.run(command, capture_output=True, text=True, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_containerfile_has_nothing_to_blame():
    assert printed_by(tool("hadolint"), str(REPOSITORY / "Containerfile")) == ""


def test_the_compose_file_is_one_by_its_schema():
    checker = tool("check-jsonschema")
    printed_by(checker, "--builtin-schema", "vendor.compose-spec", str(DEPLOY / "compose.yaml"))


def test_caddy_sends_the_site_s_host_to_its_port_and_lets_imports_pass(tmp_path):
    printed = printed_by(
        tool("caddy"), "adapt", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile"),
        "--validate", env={"HOME": str(tmp_path), "PATH": os.environ["PATH"]},
    )  # fmt: skip
    (route,) = json.loads(printed)["apps"]["http"]["servers"]["srv0"]["routes"]
    (inner,) = route["handle"][0]["routes"]
    assert route["match"] == [{"host": ["10.example.org"]}]
    assert inner["handle"] == [
        {"handler": "request_body", "max_size": 33 * 1024 * 1024},
        {"handler": "reverse_proxy", "upstreams": [{"dial": "127.0.0.1:8000"}]},
    ]


def test_nginx_sets_the_headers_that_the_site_believes(tmp_path):
    whole = tmp_path / "whole.conf"
    whole.write_text(f"events {{}}\nhttp {{ include {DEPLOY}/nginx.conf; }}\n", encoding="utf-8")
    read = json.loads(printed_by(tool("crossplane"), "parse", str(whole)))
    assert read["status"] == "ok", read["errors"]
    https, http = (server["block"] for server in read["config"][1]["parsed"])
    (location,) = (line["block"] for line in https if line["directive"] == "location")
    headers = dict(line["args"] for line in location if line["directive"] == "proxy_set_header")
    assert headers == {
        "Connection": "",
        "Host": "$http_host",
        "X-Forwarded-For": "$remote_addr",
        "X-Forwarded-Proto": "$scheme",
    }
    assert ["301", "https://$host$request_uri"] in [line["args"] for line in http]


def test_the_unit_starts_the_installed_site_and_lets_it_write_its_data_only(tmp_path):
    unit = DEPLOY / "scorekeeper.service"
    # A systemd unit can be read as an ini file unless keys are repeated, and here none is.
    read = ConfigParser(interpolation=None)
    read.optionxform = str
    read.read(unit, encoding="utf-8")
    service = read["Service"]
    assert service["ExecStart"] == "/srv/scorekeeper/bin/scorekeeper"
    assert (service["ProtectSystem"], service["StateDirectory"]) == ("strict", "scorekeeper")
    if shutil.which("systemd-analyze") is None:
        return
    # `systemd-analyze` requires that the program exists.
    there = tmp_path / "scorekeeper.service"
    text = unit.read_text(encoding="utf-8")
    there.write_text(text.replace(service["ExecStart"], "/bin/true"), encoding="utf-8")
    assert printed_by("systemd-analyze", "verify", str(there)) == ""


def test_litestream_is_told_the_data_folder_of_the_unit():
    (database,) = yaml.safe_load((DEPLOY / "litestream.yml").read_text(encoding="utf-8"))["dbs"]
    assert database["path"] == "/var/lib/scorekeeper/scorekeeper.sqlite3"
    assert set(database["replica"]) == {"type", "path"}
