"""The rules in a dedicated worker of a real browser, under the site's own CSP."""

import json
from types import SimpleNamespace

import pytest

from games.registry import installed
from tests.games.phone.match_texts import bare_entry_of
from tests.games.phone.vectors import vector

pytestmark = [
    pytest.mark.browser,
    pytest.mark.one_database,
    pytest.mark.django_db(transaction=True),
]

ASK = """
async ([address, texts]) => {
  const worker = new Worker(address);
  const answers = [];
  for (const text of texts) {
    answers.push(await new Promise((resolve, reject) => {
      worker.onmessage = (event) => resolve(event.data);
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage(text);
    }));
  }
  worker.terminate();
  return answers;
}
"""


def test_a_match_is_scored_in_a_worker_under_the_sites_csp(phone):
    made = vector("dix", 3)
    entries, rules = made["entries"], made["rules"]
    begin = {"ask": "begin", "game": "dix", "rules": rules, "seats": 4, "entries": entries[:2]}
    questions = [begin, *({"ask": "add", "entry": entry} for entry in entries[2:])]
    texts = [json.dumps({"id": number, **question}) for number, question in enumerate(questions)]
    phone.page.goto(f"{phone.site}/")
    answers = phone.page.evaluate(ASK, [f"{phone.site}/static/phone/rules.js", texts])
    last = json.loads(answers[-1])
    game = installed.game_of("dix")
    fold = game.fold(SimpleNamespace(**rules), 4)
    for entry in entries:
        fold.add(bare_entry_of(game, entry))
    assert last["id"] == len(questions) - 1
    assert last["answer"]["scores"] == list(fold.sheet().scores)
    assert last["answer"]["result"]["winners"] == list(fold.result.winners)
