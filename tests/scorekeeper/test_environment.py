import stat

import pytest

from scorekeeper.environment import SettingError, read
from scorekeeper.places import REPOSITORY


def environment(folder, **given):
    return read({"SCOREKEEPER_DATA": str(folder), **given})


def test_nothing_set_gives_the_defaults_of_a_table(tmp_path):
    settings = environment(tmp_path)
    assert (settings.host, settings.port, settings.processes) == ("0.0.0.0", 8000, 1)
    assert (settings.open_tables, settings.rate_limits, settings.debug) == (True, True, False)
    assert settings.database_url == f"sqlite:///{tmp_path}/scorekeeper.sqlite3"
    assert settings.on_sqlite
    assert settings.admin_token is None
    assert settings.public_url is None
    assert settings.time_zone == "Europe/Paris"


def test_an_empty_value_is_no_value(tmp_path):
    assert environment(tmp_path, PORT="", DATABASE_URL=" ").port == 8000


def test_the_data_folder_is_by_default_in_the_repository(monkeypatch, tmp_path):
    monkeypatch.setattr("scorekeeper.places.REPOSITORY", tmp_path)
    assert read({}).data == tmp_path / "data"
    assert (REPOSITORY / "manage.py").exists()


def test_the_data_folder_is_created(tmp_path):
    folder = tmp_path / "new" / "folder"
    assert environment(folder).data == folder
    assert folder.is_dir()


def test_the_secret_key_is_made_once_and_kept_private(tmp_path):
    first = environment(tmp_path).secret_key
    assert environment(tmp_path).secret_key == first
    assert len(first) >= 50
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


def test_a_given_secret_key_leaves_no_file(tmp_path):
    assert environment(tmp_path, SCOREKEEPER_SECRET_KEY="k" * 50).secret_key == "k" * 50
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("value", "expected"), [("on", True), ("OFF", False), ("0", False)])
def test_switches(tmp_path, value, expected):
    assert environment(tmp_path, SCOREKEEPER_OPEN_TABLES=value).open_tables is expected


def test_secrets_are_not_shown_with_the_rest(tmp_path):
    text = repr(
        environment(
            tmp_path,
            SCOREKEEPER_ADMIN_TOKEN="the-token",
            SCOREKEEPER_SECRET_KEY="s" * 60,
            DATABASE_URL="postgresql://me:password@db/scores",
        )
    )
    assert "the-token" not in text
    assert "password" not in text
    assert "ssss" not in text


def test_a_deployment_is_known_by_its_address(tmp_path):
    settings = environment(tmp_path, SCOREKEEPER_PUBLIC_URL="https://10.Example.org:8443/")
    assert settings.public_url == "https://10.example.org:8443"
    assert settings.public_host == "10.example.org"


def test_the_names_of_a_table_s_machine(tmp_path, monkeypatch):
    given = {"SCOREKEEPER_HOSTS": " Carnet.lan  tables.club.example", "HOST": "0.0.0.0"}
    further = ["0.0.0.0", "carnet.lan", "tables.club.example"]
    for machine, own in (
        ("Valet", ["valet", "valet", "valet.local"]),
        ("valet.fritz.box", ["valet.fritz.box", "valet", "valet.local"]),
        ("", []),
    ):
        monkeypatch.setattr("socket.gethostname", lambda machine=machine: machine)
        assert environment(tmp_path, **given).names == [".localhost", *own, *further]
    assert environment(tmp_path, HOST="Table-1.lan").names == [".localhost", "table-1.lan"]


def test_several_processes_with_postgresql(tmp_path):
    url = "postgresql://db/scores"
    assert environment(tmp_path, SCOREKEEPER_PROCESSES="4", DATABASE_URL=url).processes == 4


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("PORT", "abc", "de 1 à 65535"),
        ("PORT", "0", "de 1 à 65535"),
        ("PORT", "65536", "de 1 à 65535"),
        ("PORT", "-1", "de 1 à 65535"),
        ("PORT", "٣", "de 1 à 65535"),
        ("SCOREKEEPER_OPEN_TABLES", "peut-être", "on et off"),
        ("SCOREKEEPER_RATE_LIMITS", "2", "on et off"),
        ("SCOREKEEPER_PROCESSES", "0", "de 1 à 256"),
        ("SCOREKEEPER_PROCESSES", "2", "SQLite"),
        ("DATABASE_URL", "mysql://db/scores", "postgresql://"),
        ("DATABASE_URL", "scores.sqlite3", "postgresql://"),
        ("DATABASE_URL", "postgresql://db", "nom de la base"),
        ("DATABASE_URL", "sqlite://:memory:", "nom de la base"),
        ("DATABASE_URL", "postgresql://db:port/scores", "pas lisible"),
        ("SCOREKEEPER_ADMIN_TOKEN", "deux mots", "sans espace"),
        ("SCOREKEEPER_ADMIN_TOKEN", "clé", "sans accent"),
        ("SCOREKEEPER_PUBLIC_URL", "http://10.example.org", "https://"),
        ("SCOREKEEPER_PUBLIC_URL", "https://10.example.org/jeu", "sans chemin"),
        ("SCOREKEEPER_PUBLIC_URL", "https://", "https://"),
        ("SCOREKEEPER_PUBLIC_URL", "https://[10", "https://"),
        ("SCOREKEEPER_HOSTS", "http://carnet.lan", "sans http://"),
        ("SCOREKEEPER_HOSTS", "carnet.lan:8000", "ni port"),
        ("SCOREKEEPER_HOSTS", ".lan", "noms de machine"),
        ("SCOREKEEPER_HOSTS", "*", "noms de machine"),
        ("SCOREKEEPER_TIME_ZONE", "Europe/Atlantis", "fuseau"),
        ("SCOREKEEPER_TIME_ZONE", "../etc", "fuseau"),
        ("SCOREKEEPER_SECRET_KEY", "short", "50 caractères"),
        ("SCOREKEEPER_EMAIL_URL", "smtp://mail.example.org", "vont ensemble"),
    ],
)
def test_a_wrong_setting_is_named_in_one_sentence(tmp_path, name, value, why):
    with pytest.raises(SettingError) as refused:
        environment(tmp_path, **{name: value})
    sentence = str(refused.value)
    assert sentence.startswith(name)
    assert why in sentence
    assert "\n" not in sentence


def test_a_data_folder_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingError, match=r"SCOREKEEPER_DATA=.*impossible d'écrire"):
        environment(tmp_path / "file")


def test_debug_is_refused_in_public(tmp_path):
    with pytest.raises(SettingError, match="SCOREKEEPER_DEBUG"):
        environment(
            tmp_path, SCOREKEEPER_DEBUG="on", SCOREKEEPER_PUBLIC_URL="https://10.example.org"
        )


def test_a_damaged_secret_key_is_refused(tmp_path):
    (tmp_path / "secret-key").write_text("half")
    with pytest.raises(SettingError, match="clé secrète"):
        environment(tmp_path)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("smtp://me:s%40cret@mail.example.org", ("mail.example.org", 587, "starttls")),
        ("smtps://me:s%40cret@mail.example.org:4650", ("mail.example.org", 4650, "tls")),
        ("smtp://me:s%40cret@localhost:25", ("localhost", 25, "none")),
    ],
)
def test_a_mail_server(tmp_path, url, expected):
    settings = environment(
        tmp_path,
        SCOREKEEPER_EMAIL_URL=url,
        SCOREKEEPER_EMAIL_FROM="carnet@example.org",
        SCOREKEEPER_PUBLIC_URL="https://10.example.org",
    )
    mail = settings.mail
    assert (mail.host, mail.port, mail.security) == expected
    assert (mail.user, mail.password, mail.sender) == ("me", "s@cret", "carnet@example.org")
    assert "s@cret" not in repr(settings)


def test_letters_need_the_address_of_the_site(tmp_path):
    with pytest.raises(SettingError, match="SCOREKEEPER_PUBLIC_URL"):
        environment(
            tmp_path,
            SCOREKEEPER_EMAIL_URL="smtp://localhost",
            SCOREKEEPER_EMAIL_FROM="carnet@example.org",
        )


def test_without_a_mail_server_there_is_none(tmp_path):
    assert environment(tmp_path).mail is None


@pytest.mark.parametrize(
    "url",
    [
        "mail.example.org",
        "http://mail.example.org",
        "smtp://",
        "smtp://me:hunter2@mail.example.org:port",
        "smtp://me:hunter2@mail.example.org/box",
        "smtp://me:hunter2@mail.example.org:0",
        "smtp://me:hunter2@mail.example.org?tls=off",
    ],
)
def test_a_mail_server_that_cannot_be_read_is_refused_without_quoting_it(tmp_path, url):
    with pytest.raises(SettingError, match="SCOREKEEPER_EMAIL_URL : une adresse") as refused:
        environment(
            tmp_path, SCOREKEEPER_EMAIL_URL=url, SCOREKEEPER_EMAIL_FROM="carnet@example.org"
        )
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize("sender", ["carnet", "Le carnet <c@example.org>", "c@", "é@example.org"])
def test_a_sender_that_is_no_address_is_refused(tmp_path, sender):
    with pytest.raises(SettingError, match="SCOREKEEPER_EMAIL_FROM"):
        environment(
            tmp_path, SCOREKEEPER_EMAIL_URL="smtp://localhost", SCOREKEEPER_EMAIL_FROM=sender
        )


def test_the_database_address_is_never_quoted(tmp_path):
    with pytest.raises(SettingError) as refused:
        environment(tmp_path, DATABASE_URL="oracle://me:hunter2@db/scores")
    assert "hunter2" not in str(refused.value)
