"""The site that `make docs` makes of the documents."""

import re

import pytest

from tests.docs_site import ROOT, documents, write
from tests.test_docs import DOCS

pytestmark = pytest.mark.one_database


def test_every_document_is_a_page_whose_links_lead_to_a_page_and_a_heading(tmp_path):
    assert set(DOCS) <= {path.as_posix() for path in documents(ROOT)}
    pages = write(ROOT, tmp_path)
    texts = {page: page.read_text(encoding="utf-8") for page in pages}
    for page, text in texts.items():
        assert re.search("<title>.+</title>", text), page
        for target in re.findall(r'(?:href|src)="([^"]+)"', text):
            if re.match(r"[a-z]+:", target):
                continue
            path, _mark, anchor = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            assert file.exists(), (page, target)
            if anchor:
                assert f'id="{anchor}"' in texts[file], (page, target)
