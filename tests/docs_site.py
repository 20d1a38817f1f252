"""Makes a site of the documents: `make docs` writes one page for each into `dist/docs`.

Links between documents lead to pages; links to other files lead to nothing there and become text.
"""

import re
import shutil
import sys
from html import escape
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "dist" / "docs"
NAMES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1rem/1.6 system-ui, sans-serif; margin: 0 auto; max-width: 46rem; padding: 1rem; }}
body {{ overflow-wrap: anywhere; }}
h1, h2, h3 {{ line-height: 1.25; text-wrap: balance; }}
nav ul {{ display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; padding: 0; }}
pre, .table {{ overflow-wrap: normal; overflow-x: auto; }}
pre {{ border: 1px solid; padding: .75rem; }}
table {{ border-collapse: collapse; }}
td, th {{ border-bottom: 1px solid; padding: .25rem .75rem .25rem 0; text-align: start; }}
td, th {{ vertical-align: top; }}
img {{ height: auto; max-width: 100%; }}
</style>
<nav aria-label="Documents"><ul>{menu}</ul></nav>
<main>{body}</main>
</html>
"""


def documents(root: Path) -> list[Path]:
    """Return the documents of the site, as paths relative to the repository."""
    own = [Path(name) for name in NAMES]
    inner = sorted(
        path.relative_to(root)
        for folder in ("docs", "*", "*/*")
        for path in root.glob(f"{folder}/*.md")
        if (folder == "docs" or path.name == "README.md") and "." not in path.parts[-2]
    )
    return list(dict.fromkeys([*own, *inner]))


def page_of(document: Path) -> Path:
    """Return the path of a document's page."""
    name = "index" if document.name == "README.md" else document.stem
    return document.with_name(f"{name}.html")


def address(document: Path, target: str, known: set[Path]) -> str | None:
    """Return the address of a link's target for the page of a document; None without a page."""
    if re.match(r"[a-z]+:|#", target):
        return target
    path, mark, anchor = target.partition("#")
    file = Path(re.sub(r"[^/]+/\.\./", "", (document.parent / path).as_posix()))
    if file in known:
        return f"{Path(path).parent.as_posix()}/{page_of(file).name}{mark}{anchor}"
    return target if file.suffix == ".png" else None


def slug(heading: str) -> str:
    """Return the anchor of a heading, as a forge makes it."""
    return re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower()).strip().replace(" ", "-")


def body_of(root: Path, document: Path, known: set[Path]) -> tuple[str, str]:
    """Return the title and the HTML of a document."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse((root / document).read_text(encoding="utf-8"))
    title = ""
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", slug(inline.content))
            title = title or inline.content
    for token in tokens:
        relink(document, token.children or [], known)
    html = parser.renderer.render(tokens, parser.options, {})
    html = html.replace("<table>", '<div class="table"><table>').replace(
        "</table>", "</table></div>"
    )
    return title, html


def relink(document: Path, tokens: list[Token], known: set[Path]) -> None:
    """Replace the targets of links; a link without a page becomes plain text."""
    dropped = False
    for token in tokens:
        if token.type == "link_open":
            linked = address(document, str(token.attrGet("href")), known)
            dropped = linked is None
            if linked is not None:
                token.attrSet("href", linked)
        if dropped and token.type in ("link_open", "link_close"):
            token.type, token.tag, token.nesting = "text", "", 0
            token.content = ""


def write(root: Path, out: Path) -> list[Path]:
    """Write all pages into a folder that is made anew, and return them."""
    names = documents(root)
    known, pages = set(names), []
    shutil.rmtree(out, ignore_errors=True)
    for document in names:
        title, html = body_of(root, document, known)
        page = out / page_of(document)
        page.parent.mkdir(parents=True, exist_ok=True)
        up = "../" * (len(document.parts) - 1)
        entries = [path for path in names if len(path.parts) == 1 or path.parts[0] == "docs"]
        menu = "".join(
            f'<li><a href="{up}{page_of(path).as_posix()}">{escape(path.stem)}</a></li>'
            for path in entries
        )
        language = "fr" if ".fr" in document.suffixes else "en"
        text = PAGE.format(language=language, title=escape(title), menu=menu, body=html)
        page.write_text(text, encoding="utf-8")
        pages.append(page)
    shutil.copy(root / "docs" / "screenshot.png", out / "docs")
    return pages


def main() -> int:
    """Write the site; return the exit status."""
    print(f"{len(write(ROOT, OUT))} pages: {OUT}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
