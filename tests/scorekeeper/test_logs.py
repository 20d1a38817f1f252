import logging
import sys

from scorekeeper.logs import LineFormatter


def record(name="scorekeeper", text="hello", *arguments, **extra):
    made = logging.getLogger(name).makeRecord(
        name, logging.INFO, "file.py", 1, text, arguments, None, extra=extra
    )
    return made


def line(*given, debug=False, **extra):
    return LineFormatter(debug=debug).format(record(*given, **extra))


def failing_record(name="django.request"):
    try:
        try:
            raise KeyError("Anne")
        except KeyError as error:
            raise ValueError("the name\nAnne is taken") from error
    except ValueError:
        made = record(name, "%s: %s", "Internal Server Error", "/parties/7K3QZ9WX/")
        made.exc_info = sys.exc_info()
        return made


def test_pairs_are_on_one_line():
    text = line("scorekeeper.requests", "request", fields={"view": "games:match", "ms": 12})
    assert " level=info logger=scorekeeper.requests event=request view=games:match ms=12" in text


def test_what_is_not_plain_is_quoted():
    assert 'event="two words\\nand \\"more\\""' in line("x", 'two words\nand "more"')


def test_a_bug_is_one_line_with_its_places_and_causes():
    text = LineFormatter().format(failing_record())
    assert "\n" not in text
    assert "error=ValueError" in text
    assert "KeyError at tests/scorekeeper/test_logs.py:" in text
    assert " ; then ValueError at tests/scorekeeper/test_logs.py:" in text


def test_a_bug_does_not_tell_what_someone_typed():
    text = LineFormatter().format(failing_record())
    assert "Anne" not in text
    assert "7K3QZ9WX" not in text
    assert 'event=error' in text


def test_debug_shows_the_text_of_an_exception():
    assert "Anne is taken" in LineFormatter(debug=True).format(failing_record())


def test_a_suspicious_host_is_not_repeated():
    text = line("django.security.DisallowedHost", "Invalid HTTP_HOST header: 'anne.example'")
    assert "event=DisallowedHost" in text
    assert "anne" not in text
