"""The wheel holds all files of the site, and serves it without the repository."""

import os
import subprocess
import sys
import zipfile

import pytest

from scorekeeper.places import REPOSITORY

pytestmark = [pytest.mark.one_database, pytest.mark.nightly]

PACKAGES = (
    "scorekeeper core clubs jobs ratelimits games labo leaderboards tournaments transmission"
    " bulletin"
)
PATHS = ("/", "/aide/", "/regles/dix/", "/jouer/yams/", "/api/v1/")
# A program that opens one page of each kind of file: templates, help, rules, a game's own.
PAGES = """
import sys
import django; django.setup()
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client
from django.utils import translation
import scorekeeper
print(scorekeeper.__file__)
client = Client(SERVER_NAME="localhost")
for path in sys.argv[1:]:
    french, english = client.get(path), client.get(path, headers={"accept-language": "en"})
    print(path, french.status_code, english.status_code)
with translation.override("en"):
    print(translation.gettext("Accueil"))
print(client.get(staticfiles_storage.url("css/base.css")).status_code)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The built wheel. The tests are skipped if its builder is missing, but not in CI."""
    if not os.environ.get("CI"):
        pytest.importorskip("hatchling", reason="make install-dev")
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True)
    (made,) = folder.glob("*.whl")
    return made


def test_it_holds_every_file_of_the_packages_and_what_stands_beside_them(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    tracked = subprocess.run(
        ["git", "ls-files", "--", *PACKAGES.split()], cwd=REPOSITORY, text=True, capture_output=True
    ).stdout.splitlines()
    beside = subprocess.run(
        ["git", "ls-files", "--", "templates", "static", "docs/help.*.md"],
        cwd=REPOSITORY, text=True, capture_output=True,
    ).stdout.splitlines()  # fmt: skip
    made = [f"locale/{language}/LC_MESSAGES/django.mo" for language in ("fr", "en")]
    expected = {*tracked, *(f"scorekeeper/shared/{name}" for name in [*beside, *made])}
    assert len(expected) > 1000
    assert expected - names == set()
    assert {name for name in names - expected if ".dist-info/" not in name} == set()


def test_it_opens_the_site_with_the_data_in_the_owner_s_folder(wheel, tmp_path):
    code, home = tmp_path / "code", tmp_path / "home"
    zipfile.ZipFile(wheel).extractall(code)
    data = home / ".local/share/scorekeeper"
    data.mkdir(parents=True)
    for folder, _folders, _files in os.walk(code):
        os.chmod(folder, 0o500)  # installed code may be read-only
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": str(code),
        "PYTHONDONTWRITEBYTECODE": "1", "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
    }  # fmt: skip

    def run(*command):
        done = subprocess.run(
            [sys.executable, *command], cwd=home, env=environment, text=True, capture_output=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    run("-m", "scorekeeper", "--prepare-only")
    lines = run("-c", PAGES, *PATHS).splitlines()
    assert lines == [
        f"{code}/scorekeeper/__init__.py",
        *(f"{path} 200 200" for path in PATHS),
        "Home",
        "200",
    ]  # fmt: skip
    assert (data / "secret-key").exists()
    run("-m", "scorekeeper", "backup", "carnet.zip")
    assert (home / "carnet.zip").exists()
