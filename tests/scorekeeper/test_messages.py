import gettext
import os
from io import StringIO

import polib
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from scorekeeper.management.commands.messages import faults, merged, own_folders, write
from scorekeeper.translation.catalogs import compile_catalogs
from scorekeeper.translation.extraction import Sentence, sentences

CODE = """
from django.utils.translation import gettext as _, ngettext, pgettext
from django.utils.translation import gettext_lazy, ngettext_lazy

TITLE = gettext_lazy("Le titre")

def said(number, name):
    _("Une phrase "
      "sur deux lignes")
    ngettext("%(n)d partie", "%(n)d parties", number) % {"n": number}
    pgettext("carte", "Dame")
    ngettext_lazy("Un tour", "Des tours")
    not_a_sentence("Rien")
    _(name)
"""
TEMPLATE = """{% load i18n %}
{# Translators: a comment #}
<div class="it's" {% if x %}hidden{% endif %}>
      {% trans "Ancienne forme" %}
   {% translate 'Avec "guillemets"' %} {% translate "Dame" context "joueuse" %}
 {% blocktranslate trimmed count n=matches|length with name=player.name %}
    {{ name }} a joué
    une partie
 {% plural %}
    {{ name }} a joué {{ n }} parties
 {% endblocktranslate %}
{% blocktranslate %}L'as à 100 %{% endblocktranslate %}
{% comment %}{% translate "Jamais dite" %}{% endcomment %}
{% include "a.html" with label=_("Dans une balise") %}
{{ value|default:_("Dans un filtre") }}
</div>
"""


@pytest.fixture
def repository(tmp_path):
    (tmp_path / "app" / "migrations").mkdir(parents=True)
    (tmp_path / "app" / "code.py").write_text(CODE, encoding="utf-8")
    (tmp_path / "app" / "migrations" / "0001.py").write_text('_("Migration")')
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(TEMPLATE, encoding="utf-8")
    return tmp_path


def sentences_of(repository):
    return sentences(repository, ["app", "templates"])


def test_every_kind_of_sentence_is_found(repository):
    assert [
        (sentence.context, sentence.text, sentence.plural) for sentence in sentences_of(repository)
    ] == [
        (None, "%(n)d partie", "%(n)d parties"),
        (None, "%(name)s a joué une partie", "%(name)s a joué %(n)s parties"),
        (None, "Ancienne forme", ""),
        (None, 'Avec "guillemets"', ""),
        ("carte", "Dame", ""),
        ("joueuse", "Dame", ""),
        (None, "Dans un filtre", ""),
        (None, "Dans une balise", ""),
        (None, "L'as à 100 %%", ""),
        (None, "Le titre", ""),
        (None, "Un tour", "Des tours"),
        (None, "Une phrase sur deux lignes", ""),
    ]


def test_a_sentence_names_its_files_without_lines(repository):
    dame = next(sentence for sentence in sentences_of(repository) if sentence.context == "carte")
    assert dame.files == {"app/code.py"}


def test_merging_keeps_translations_and_drops_what_is_no_longer_said(repository):
    path = repository / "locale" / "en" / "django.po"
    old = polib.POFile()
    old.append(polib.POEntry(msgid="Le titre", msgstr="The title"))
    old.append(polib.POEntry(msgid="Oubliée", msgstr="Forgotten"))
    write(path, old)
    write(path, merged("en", sentences_of(repository), path))
    new = polib.pofile(str(path))
    assert new.find("Le titre").msgstr == "The title"
    assert new.find("Oubliée", include_obsolete_entries=True) is None
    assert new.find("Ancienne forme").msgstr == ""
    assert "Date" not in str(new.metadata)


def test_merging_twice_changes_nothing(repository):
    path = repository / "django.po"
    write(path, merged("en", sentences_of(repository), path))
    once = path.read_text(encoding="utf-8")
    write(path, merged("en", sentences_of(repository), path))
    assert path.read_text(encoding="utf-8") == once


def test_french_holds_the_plurals_as_they_are(repository):
    catalogue = merged("fr", sentences_of(repository), repository / "none.po")
    assert [entry.msgid_plural for entry in catalogue] == [
        "%(n)d parties",
        "%(name)s a joué %(n)s parties",
        "Des tours",
    ]
    assert catalogue[2].msgstr_plural == {0: "Un tour", 1: "Des tours"}


def catalogue_of(*entries):
    catalogue = polib.POFile()
    catalogue.extend(entries)
    return catalogue


@pytest.mark.parametrize(
    ("text", "translation_of_it", "fault"),
    [
        ("Bonjour", "Hello", None),
        ("Bonjour", "", "non traduite : Bonjour"),
        ("Mise de %(bid)s", "Bid of %(bid)s", None),
        ("Mise de %(bid)s", "Bid of %(mise)s", "places différentes : Mise de %(bid)s"),
        ("Mise de {bid}", "Bid", "places différentes : Mise de {bid}"),
        ("100 %% sûr", "100 %% sure", None),
    ],
)
def test_faults_of_a_translation(text, translation_of_it, fault):
    catalogue = catalogue_of(polib.POEntry(msgid=text, msgstr=translation_of_it))
    sentences = [sentence_of(text)]
    assert faults(catalogue, sentences) == ([fault] if fault else [])


def sentence_of(text, plural=""):
    return Sentence(None, text, plural)


def test_a_singular_may_leave_the_number_out():
    entry = polib.POEntry(
        msgid="une partie",
        msgid_plural="%(n)s parties",
        msgstr_plural={0: "one match", 1: "%(n)s matches"},
    )
    assert faults(catalogue_of(entry), [sentence_of("une partie", "%(n)s parties")]) == []


def test_faults_name_what_is_missing_fuzzy_or_gone():
    catalogue = catalogue_of(
        polib.POEntry(msgid="Sûre", msgstr="Sure", flags=["fuzzy"]),
        polib.POEntry(msgid="Partie", msgstr="Gone"),
    )
    assert faults(catalogue, [sentence_of("Sûre"), sentence_of("Nouvelle")]) == [
        "absente : Nouvelle",
        "plus dans le code : Partie",
        "incertaine : Sûre",
    ]


def test_catalogues_are_compiled_when_older(tmp_path):
    source = tmp_path / "en" / "LC_MESSAGES" / "django.po"
    write(source, catalogue_of(polib.POEntry(msgid="Oui", msgstr="Yes")))
    assert compile_catalogs(tmp_path) == [source.with_suffix(".mo")]
    assert compile_catalogs(tmp_path) == []
    assert sorted(path.name for path in source.parent.iterdir()) == ["django.mo", "django.po"]
    assert polib.mofile(str(source.with_suffix(".mo"))).find("Oui").msgstr == "Yes"


def test_the_command_writes_then_finds_what_is_not_translated(repository, settings, monkeypatch):
    settings.BASE_DIR = repository
    settings.LOCALE_PATHS = [repository / "locale"]
    monkeypatch.setattr(
        "scorekeeper.management.commands.messages.own_folders", lambda root: ["app", "templates"]
    )
    out = StringIO()
    call_command("messages", stdout=out)
    assert out.getvalue() == "12 phrases, 12 à revoir.\n"
    with pytest.raises(CommandError, match="non traduite : Le titre"):
        call_command("messages", "--check")


def test_own_folders_are_the_apps_and_the_templates(settings):
    folders = own_folders(settings.BASE_DIR)
    assert {"clubs", "games", "scorekeeper", "templates"} <= set(folders)
    assert "games/dix" not in folders
    assert not any(folder.startswith((".venv", "tests")) for folder in folders)


def test_french_counts_zero_as_one(repository):
    path = repository / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    write(path, merged("fr", sentences_of(repository), path))
    compile_catalogs(repository / "locale")
    with path.with_suffix(".mo").open("rb") as compiled:
        french = gettext.GNUTranslations(compiled)
    texts = [french.ngettext("Un tour", "Des tours", number) for number in (0, 1, 2)]
    assert texts == ["Un tour", "Un tour", "Des tours"]


def test_french_is_compiled_with_its_signs_kept_to_their_words(tmp_path):
    french, english = (
        tmp_path / language / "LC_MESSAGES" / "django.po" for language in ("fr", "en")
    )
    counted = polib.POEntry(msgid="%(n)s ? ", msgid_plural="%(n)s !")
    counted.msgstr_plural = {0: "%(n)s ?", 1: "%(n)s !"}
    write(french, catalogue_of(counted))
    write(
        english,
        catalogue_of(
            polib.POEntry(msgid="Ici : « %(n)s »", msgstr="Here: “%(n)s”"),
            polib.POEntry(msgid="Rien", msgstr="Nothing"),
        ),
    )
    compile_catalogs(tmp_path)
    compiled = polib.mofile(str(french.with_suffix(".mo")))
    assert compiled.find("Ici : « %(n)s »").msgstr == "Ici\u00a0: «\u00a0%(n)s\u00a0»"
    assert compiled.find("Rien") is None
    assert compiled.find("%(n)s ? ").msgstr_plural[1] == "%(n)s\u00a0!"


def test_french_is_compiled_again_when_a_sentence_is_new(tmp_path):
    french, english = (
        tmp_path / language / "LC_MESSAGES" / "django.po" for language in ("fr", "en")
    )
    write(french, catalogue_of())
    write(english, catalogue_of(polib.POEntry(msgid="Qui ?", msgstr="Who?")))
    compile_catalogs(tmp_path)
    later = french.with_suffix(".mo").stat().st_mtime + 10
    os.utime(english, (later, later))
    assert compile_catalogs(tmp_path) == [english.with_suffix(".mo"), french.with_suffix(".mo")]
