"""A random throw for demonstrations and tests."""


def sample_throw(rules, sheet, random):
    """Return a random next throw of a running match."""
    return {"values": [random.randint(1, rules.faces) for _ in sheet.scores]}
