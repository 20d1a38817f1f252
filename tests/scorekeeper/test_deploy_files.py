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
SERVICES = ("scorekeeper", "scorekeeper-backup")


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
    # Neither server writes an address, which may hold a link's token, to a log.
    for server in (https, http):
        logs = {line["directive"]: line["args"] for line in server if "_log" in line["directive"]}
        assert logs == {"access_log": ["off"], "error_log": ["/dev/null", "crit"]}


def test_the_compose_file_has_a_service_that_makes_backups():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert "scorekeeper backup --keep 7 5 12" in services["backup"]["command"][-1]
    assert services["backup"]["volumes"] == services["site"]["volumes"]
    assert services["site"]["environment"]["SCOREKEEPER_DAILY_BACKUP"] == "off"


def unit(name):
    """Return a unit's sections. It can be read as an ini file, as no key is repeated."""
    read = ConfigParser(interpolation=None)
    read.optionxform = str
    read.read(DEPLOY / name, encoding="utf-8")
    return read


def test_the_units_start_the_installed_site_and_let_it_write_its_data_only():
    site, backup = (unit(f"{name}.service")["Service"] for name in SERVICES)
    assert site["ExecStart"] == "/srv/scorekeeper/bin/scorekeeper"
    assert backup["ExecStart"] == "/srv/scorekeeper/bin/scorekeeper backup --keep 7 5 12"
    # What does the one no harm does the other none.
    own = {"Type", "ExecStart", "Nice", "Restart", "LimitNOFILE"}
    assert {key: site[key] for key in site if key not in own} == {
        key: backup[key] for key in backup if key not in own
    }
    assert (site["ProtectSystem"], site["StateDirectory"]) == ("strict", "scorekeeper")


def test_the_timer_starts_the_backup_each_night_and_makes_up_for_a_missed_one():
    timer = unit("scorekeeper-backup.timer")["Timer"]
    assert (timer["OnCalendar"], timer["Persistent"]) == ("*-*-* 03:10", "true")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
@pytest.mark.parametrize("name", SERVICES)
def test_systemd_takes_the_units_and_finds_them_hardened(name, tmp_path):
    there = tmp_path / f"{name}.service"
    text = (DEPLOY / there.name).read_text(encoding="utf-8")
    # `systemd-analyze` requires that the program exists.
    there.write_text(text.replace("/srv/scorekeeper/bin/scorekeeper", "/bin/true"), "utf-8")
    assert printed_by("systemd-analyze", "verify", str(there)) == ""
    # Above 40, of 100, it fails.
    check = ("systemd-analyze", "security", "--offline=yes", "--threshold=40", "--no-pager")
    printed_by(*check, str(there))


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_takes_the_timer(tmp_path):
    for name in ("scorekeeper-backup.timer", "scorekeeper-backup.service"):
        text = (DEPLOY / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("/srv/scorekeeper/bin/scorekeeper", "/bin/true"))
    assert printed_by("systemd-analyze", "verify", str(tmp_path / "scorekeeper-backup.timer")) == ""


def test_litestream_is_told_the_data_folder_of_the_unit():
    (database,) = yaml.safe_load((DEPLOY / "litestream.yml").read_text(encoding="utf-8"))["dbs"]
    assert database["path"] == "/var/lib/scorekeeper/scorekeeper.sqlite3"
    assert set(database["replica"]) == {"type", "path"}
