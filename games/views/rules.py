"""The pages with the rules of each game for players, and with its blank sheet."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from core.text.markdown_pages import rendered
from games.registry.installed import games
from games.views.common import game_or_404


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """Show the list of the games, with links to their rules."""
    return render(request, "games/rules_index.html", {"games": games()})


@require_safe
def rules_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a game's rules, with their source."""
    game = game_or_404(slug)
    prose = rendered(game.folder / f"rules.{language()}.md")
    context = {"game": game, "title": game.name, "html": prose.html, "toc": prose.headings}
    return render(request, "games/rules.html", context)


@require_safe
def blank_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a blank sheet of the game for printing."""
    return render(
        request,
        [f"{slug}/blank_sheet.html", "games/blank_sheet.html"],
        {"game": game_or_404(slug)},
    )


def language() -> str:
    """Return the language of the reader's rules: `en` for English, otherwise `fr`."""
    return "en" if (get_language() or "fr").startswith("en") else "fr"
