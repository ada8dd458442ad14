"""Edits of a program's files: they never reach the disk, and the patch applies."""

from __future__ import annotations

import subprocess

import pytest

from depyf.curing.program_files import Edit, EditError, ProgramFiles


def program(folder, text, name="main.py"):
    file = folder / name
    file.write_bytes(text.encode())
    return str(file), ProgramFiles(str(folder), str(file), {})


def test_an_edit_replaces_lines_and_the_file_stays_as_it_is(tmp_path):
    file, files = program(tmp_path, "a = 1\nb = 2\nc = 3\n")
    edited = files.edited([Edit(file, 2, 2, ("b = 20", "d = 4"))])
    assert edited.text(file) == "a = 1\nb = 20\nd = 4\nc = 3\n"
    assert (
        files.text(file)
        == (tmp_path / "main.py").read_text()
        == "a = 1\nb = 2\nc = 3\n"
    )


def test_an_edit_whose_last_line_is_before_the_first_inserts(tmp_path):
    file, files = program(tmp_path, "a = 1\n")
    assert files.edited([Edit(file, 1, 0, ("import os",))]).text(file) == (
        "import os\na = 1\n"
    )


def test_a_decorator_stays_next_to_its_function(tmp_path):
    file, files = program(tmp_path, "a = 1\ndef f(): pass\n")
    new = Edit(file, 2, 1, ("def g(): pass",))
    decorator = Edit(file, 2, 1, ("@disable",))
    expected = "a = 1\ndef g(): pass\n@disable\ndef f(): pass\n"
    for both in ([new, decorator], [decorator, new]):
        assert files.edited(both).text(file) == expected


def test_two_edits_of_one_file_keep_each_others_lines_right(tmp_path):
    file, files = program(tmp_path, "a = 1\nb = 2\nc = 3\n")
    both = [Edit(file, 1, 0, ("import os",)), Edit(file, 3, 3, ("c = 30",))]
    expected = "import os\na = 1\nb = 2\nc = 30\n"
    assert files.edited(both).text(file) == expected
    assert files.edited(reversed(both)).text(file) == expected


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (Edit("FILE", 1, 1, ("a = (",)), "never closed|EOF|expected"),
        (Edit("FILE", 9, 9, ("a = 1",)), "conflict"),
        (Edit(__file__, 1, 1, ("a = 1",)), "not a file of the program"),
    ],
)
def test_an_edit_that_does_not_fit_is_refused(tmp_path, edit, reason):
    file, files = program(tmp_path, "a = 1\n")
    if edit.file == "FILE":
        edit = Edit(file, edit.first, edit.last, edit.lines)
    with pytest.raises(EditError, match=reason):
        files.edited([edit])


@pytest.mark.parametrize(
    "text", ["a = 1\nb = 2\n", "a = 1\r\nb = 2\r\n", "a = 1\nb = 2"]
)
def test_the_patch_makes_the_edited_files(tmp_path, text):
    (tmp_path / "inner").mkdir()
    file, files = program(tmp_path, text, "inner/other.py")
    edited = files.edited([Edit(file, 2, 2, ("b = 20",))])
    patch = tmp_path / "cure.patch"
    patch.write_bytes(edited.patch().encode())
    done = subprocess.run(
        ["git", "apply", "--ignore-whitespace", str(patch)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr
    made = (tmp_path / "inner" / "other.py").read_bytes().decode()
    assert made.replace("\r\n", "\n") == edited.text(file).replace("\r\n", "\n")


def test_installed_packages_are_never_edited(tmp_path):
    package = tmp_path / "site-packages"
    package.mkdir()
    file, _ = program(package, "a = 1\n")
    files = ProgramFiles(str(tmp_path), file, {})
    with pytest.raises(EditError, match="not a file of the program"):
        files.edited([Edit(file, 1, 1, ("a = 2",))])
