"""The French words that pages in other languages keep."""

import pytest
from django.utils.translation import override

from core.names import isolated
from games.registry import installed
from games.templatetags.figures import marked


def test_words_are_marked_in_english_only_and_names_stay_escaped():
    game = installed.game("dix-mille")
    text = "<b> : deux paliers, une coche"
    with override("en"):
        assert marked(text, game) == (
            '&lt;b&gt; : deux <span lang="fr">paliers</span>, une <span lang="fr">coche</span>'
        )
        assert "<script" not in marked(isolated("<script>Palier</script>"), game)
    with override("fr"):
        assert marked(text, game) == "&lt;b&gt; : deux paliers, une coche"


@pytest.mark.parametrize("slug", ["dix", "maitre"])
@pytest.mark.django_db
@pytest.mark.one_database
def test_an_english_page_explains_the_words_once(client, slug):
    word = next(iter(installed.game(slug).words.notions))
    lab = f"/labo/{slug}/"
    page = client.get("/labo/", headers={"accept-language": "en"}).content.decode()
    question = page.split(f'href="{lab}', 1)[1].split('"', 1)[0]
    english = client.get(f"{lab}{question}", headers={"accept-language": "en"}).content.decode()
    french = client.get(f"{lab}{question}", headers={"accept-language": "fr"}).content.decode()
    assert english.count(f'<i lang="fr">{word}</i>, ') == 1
    assert "Les mots du jeu" not in french
    assert 'class="notions' not in french
