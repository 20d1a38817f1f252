"""Attacks that send every form of every page, with long fields and with many fields."""

import re
from collections.abc import Iterator
from functools import partial

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from bench.weight.world import Row, World, address_of, seconds_of, signed_in
from games.registry.installed import games

TEXTS = {
    "lignes vides": "\n" * 60_000,
    "lignes": "a\n" * 30_000,
    "lignes sans fin": "a" * 60_000,
    "paires": "a & b\n" * 10_000,
    "nombres": "9" * 60_000,
    "inscrits": "nom;club\n" + "x;y\n" * 15_000,
    "liens": "teacher,learner\n" + "\n" * 20_000,
    "liens vides": "teacher,learner\n" + ",\n" * 20_000,
    "json": "{" * 30_000,
    "trf": "001 " * 15_000,
}


def every_form(world: World) -> Iterator[Row]:
    """Post long fields, and many fields, to every form of every page.

    Yield the most expensive post without an account, and the most expensive one with an account.
    """
    browser = signed_in()
    for path in _pages(get_resolver(), ""):
        address = address_of(path, {**world.places, "slug": games()[0].slug})
        if "clubs/" in path:
            address = address_of(path, {**world.places, "slug": "poids"})
        for kind, client in (
            ("formulaire sans compte", world.visitor),
            ("formulaire avec compte", browser),
        ):
            _post_all(world, kind, client, address)
    yield from world.rows("formulaire sans compte", "formulaire avec compte")


def _pages(resolver: URLResolver, before: str) -> Iterator[str]:
    for pattern in resolver.url_patterns:
        path = f"{before}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            if not path.startswith(("api/", "compte/")):
                yield from _pages(pattern, path)
        elif isinstance(pattern, URLPattern):
            yield "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path)


def _post_all(world: World, kind: str, client: Client, address: str) -> None:
    page = client.get(address)
    if page.status_code >= 500:
        raise SystemExit(f"{address}: {page.status_code}")
    text = page.content.decode(errors="replace") if not page.streaming else ""
    inputs = re.findall(r'<(?:input|select|textarea|button)[^>]* name="([^"]+)"[^>]*>', text)
    sound = dict(re.findall(r'<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"', text))
    for name in dict.fromkeys([*inputs, "x"]):
        for label, value in TEXTS.items():
            posted = {**sound, name: value}
            took = seconds_of(partial(client.post, address, posted))
            world.note(kind, f"{address} {name}={label}", took)
        many = {**sound, name: ["1"] * 900}
        took = seconds_of(partial(client.post, address, many))
        world.note(kind, f"{address} {name}×900", took)
