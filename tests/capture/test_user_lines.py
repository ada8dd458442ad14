"""Torch's texts name the user's places, never ours."""

from __future__ import annotations

import pytest

from depyf.capture.user_lines import UserLines, line_of_this_program


@pytest.fixture
def places(tmp_path):
    user = tmp_path / "user.py"
    user.write_text("def f(x):\n    y = x + 1\n    return g(y)\n")
    lines = UserLines()
    lines.add("/dump/__transformed_code_0_for_f.py", str(user), {6: 2, 8: 3})
    return lines, str(user)


def test_a_line_without_a_user_line_takes_the_one_before(places):
    lines, user = places
    ours = "/dump/__transformed_code_0_for_f.py"
    assert lines.place(ours, 8) == (user, 3)
    assert lines.place(ours, 7) == (user, 2)
    assert lines.place(ours, 1) == (user, 2)
    assert lines.place("/other.py", 7) == ("/other.py", 7)


def test_a_traceback_shows_the_users_file_line_and_text(places):
    lines, user = places
    text = (
        "User code traceback:\n"
        '  File "/main.py", line 5, in <module>\n'
        "    f(x)\n"
        '  File "/dump/__transformed_code_0_for_f.py", line 8, in f\n'
        "    return g(tmp_0[0])\n"
        "           ^^^^^^^^^^^\n"
        '  File "/lib.py", line 9, in g\n'
        "    break_here()\n"
    )
    assert lines.in_text(text) == (
        "User code traceback:\n"
        '  File "/main.py", line 5, in <module>\n'
        "    f(x)\n"
        f'  File "{user}", line 3, in f\n'
        "    return g(y)\n"
        '  File "/lib.py", line 9, in g\n'
        "    break_here()\n"
    )


def test_a_message_names_the_users_place(places):
    lines, user = places
    text = "Graph break in user code at /dump/__transformed_code_0_for_f.py:6"
    assert lines.in_text(text) == f"Graph break in user code at {user}:2"
    assert lines.in_text("at /lib.py:6") == "at /lib.py:6"


def test_a_comment_in_a_graph_has_the_users_place_and_text(places):
    lines, user = places
    text = (
        "        # Backward of forward node: File: "
        "/dump/__transformed_code_0_for_f.py:8 in f, code: g(tmp_0)  # user.py:3\n"
        "        # File: /lib.py:6 in g, code: a = b\n"
    )
    assert lines.in_text(text) == (
        f"        # Backward of forward node: File: {user}:3 in f, code: return g(y)\n"
        "        # File: /lib.py:6 in g, code: a = b\n"
    )


def test_only_files_of_this_program_have_lines(tmp_path):
    (tmp_path / "other.py").write_text("a = 1\n")
    assert line_of_this_program(str(tmp_path / "other.py"), 1) == ""
    assert line_of_this_program(__file__, 1).startswith('"""Torch')


def test_a_line_without_its_text_is_looked_up(places):
    """Torch up to 2.6 names file and line only."""
    lines, user = places
    assert lines.source_line(user, 3, "f").text == "return g(y)"
    assert lines.source_line(user, 3, "f", "as torch says").text == "as torch says"
    assert lines.source_line("/gone.py", 3).text == ""
