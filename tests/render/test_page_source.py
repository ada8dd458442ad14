"""The transformed code of the page: lines are the entry's, odd names have a word."""

from __future__ import annotations

from dataclasses import replace

from depyf.render.page_source import page_source

from .journal import recorded

FRAME = recorded("toy_training").frames[0]
COMPILATION = FRAME.compilations[0]
ENTRY = replace(
    COMPILATION.entry,
    original_source="def f(x): return x",
    source="""def f(x):
    nonlocal scale
    tmp_0 = g(x)
    for item_0 in tmp_0:
        pass
    return tmp_0
""",
)


def shown(entry):
    return page_source(COMPILATION, entry, FRAME).split("\n")


def test_names_that_the_user_did_not_write_have_a_word_and_no_line_moves():
    lines = shown(ENTRY)
    assert [line.split("  #")[0].rstrip() for line in lines[1:]] == (
        ENTRY.source.strip().split("\n")[1:]
    )
    assert lines[1].endswith("# of the function around this one")
    assert lines[2].endswith(
        "# tmp_0: a value on the stack, no variable of your program"
    )
    assert not any("stack" in line for line in lines[3:])


def test_a_name_that_the_user_wrote_needs_no_word():
    own = "def f(x):\n    tmp_0 = item_0 = x\n    return tmp_0"
    lines = shown(replace(ENTRY, original_source=own))
    assert not any("stack" in line for line in lines)


def test_a_list_of_instructions_is_a_comment():
    lines = shown(replace(ENTRY, source="LOAD_FAST 0\nRETURN_VALUE\n"))
    assert lines == ["# LOAD_FAST 0", "# RETURN_VALUE"]
