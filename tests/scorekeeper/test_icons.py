from django.template import engines

HIDDEN = (
    '<svg class="icon" aria-hidden="true"><use href="/static/icons/suits.svg#back"></use></svg>'
)
NAMED = (
    '<svg class="icon disc" role="img" aria-label="&lt;b&gt; &amp; Co">'
    '<use href="/static/icons/suits.svg#disc"></use></svg>'
)
DIE = (
    '<svg class="icon" role="img" aria-label="5">'
    '<use href="/static/icons/dice.svg#die-5"></use></svg>'
)


def drawn(template, **context):
    return engines["django"].from_string(template).render(context)


def test_an_icon_beside_a_word_is_hidden_and_needs_no_load():
    assert drawn('{% icon "back" %}') == HIDDEN


def test_an_icon_with_a_label_is_read_and_what_it_is_given_is_escaped():
    assert drawn('{% icon "disc" class="disc" label=name %}', name="<b> & Co") == NAMED
    hostile = drawn("{% icon name class=name file=name %}", name='"><script>')
    assert "<script>" not in hostile


def test_a_die_is_named_by_its_face():
    assert drawn('{% icon die file="dice" label=die %}', die=5) == DIE
