"""Whatever lies in a dump directory: nothing hangs, and no file of others is lost."""

from __future__ import annotations

import errno
import gzip
import json
import os
import socket
import stat
import sys
import threading
from pathlib import Path

import pytest

from depyf.capture.dump_directory import DumpDirectory
from depyf.capture.dump_paths import plain_path
from depyf.capture.journal import Journal, read_journal
from depyf.capture.manifest import MANIFEST, fingerprint
from depyf.cli.main import main
from depyf.model.events import Note
from depyf.model.file_names import FLOW, INDEX, JOURNAL, REPORT, SEQUENCE, SUMMARY
from depyf.model.own_files import ASIDE, is_ours, is_own_name
from depyf.reading.held_folder import HeldFolder
from depyf.reading.limits import Limits
from depyf.render import compare_ranks as compare
from depyf.render.compare_ranks import compare_ranks, forget_sequence
from depyf.render.ranks import steps_in

RECORDED = Path(__file__).parents[1] / "render" / "journals" / "toy_training.jsonl"
CODE = "__transformed_code_0_for_f.py"
USED_BY_OTHERS = (INDEX, REPORT, SUMMARY, f"{FLOW}.svg", f"{FLOW}.mmd", SEQUENCE)
NAMES = (*USED_BY_OTHERS, JOURNAL, MANIFEST, CODE, "full_code_for_f_0.py")
DEAD = (1 << 31) - 1  # no system has a process of this number

pytestmark = pytest.mark.skipif(os.name == "nt", reason="file systems of POSIX")


def fifo(path):
    os.mkfifo(path)


def listening(path):
    made = socket.socket(socket.AF_UNIX)
    here = Path.cwd()
    os.chdir(path.parent)  # the path of a socket is short
    try:
        made.bind(path.name)
    finally:
        os.chdir(here)
        made.close()


def device(path):
    path.symlink_to("/dev/zero")


def loop(path):
    path.symlink_to(path.name)


def folder(path):
    path.mkdir()
    (path / "mine.txt").write_text("mine")


def dangling(path):
    path.symlink_to("nowhere")


ODD = (fifo, listening, device, loop, folder, dangling)


def opened(base, rank=0):
    directory = DumpDirectory(base, rank)
    directory.open()
    return directory


def write_all(base):
    """What a run does with a directory, in short."""
    directory = opened(base)
    journal = Journal(directory)
    journal.record(Note(None, text="first"))
    for name in (*USED_BY_OTHERS, CODE, "full_code_for_f_0.py"):
        directory.write(name, "new")
    journal.record(Note(None, text="second"))
    directory.close()
    return directory


def texts(journal):
    return [event.text for event in read_journal(journal)]


def manifest(base, files, **more):
    content = {"made_by": "depyf", "process": DEAD, "writing": False, "files": files}
    (base / MANIFEST).write_text(json.dumps({**content, **more}))


# -- what may stand under a name of depyf's ------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("make", ODD, ids=lambda make: make.__name__)
def test_no_odd_thing_under_a_name_hangs_or_is_written_through(tmp_path, name, make):
    make(tmp_path / name)
    directory = write_all(tmp_path)
    assert stat.S_ISREG((tmp_path / name).lstat().st_mode)
    assert texts(tmp_path / JOURNAL) == ["first", "second"]
    if make is folder:
        aside = directory.take_kept()[name]
        assert (tmp_path / aside / "mine.txt").read_text() == "mine"


@pytest.mark.parametrize("name", [*NAMES, "other.txt"])
def test_a_link_under_a_name_is_not_written_through(tmp_path, name):
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    dump = tmp_path / "dump"
    dump.mkdir()
    (dump / name).symlink_to(mine)
    write_all(dump)
    assert mine.read_text() == "mine"


@pytest.mark.parametrize("name", NAMES)
def test_a_hard_link_under_a_name_is_not_written_through(tmp_path, name):
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    dump = tmp_path / "dump"
    dump.mkdir()
    os.link(mine, dump / name)
    write_all(dump)
    assert mine.read_text() == "mine"


@pytest.mark.parametrize("make", [os.symlink, os.link], ids=["symbolic", "hard"])
def test_a_link_planted_while_the_journal_grows_is_not_appended_to(tmp_path, make):
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    dump = tmp_path / "dump"
    journal = Journal(opened(dump))
    journal.record(Note(None, text="first"))
    (dump / JOURNAL).unlink()
    make(mine, dump / JOURNAL)
    journal.record(Note(None, text="second"))
    assert mine.read_text() == "mine"
    assert texts(dump / JOURNAL) == ["second"]
    assert journal.was_lost


def test_a_journal_of_another_dump_linked_here_keeps_its_lines(tmp_path):
    other = tmp_path / "other.jsonl"
    other.write_bytes(RECORDED.read_bytes())
    dump = tmp_path / "dump"
    dump.mkdir()
    os.link(other, dump / JOURNAL)
    write_all(dump)
    assert other.read_bytes() == RECORDED.read_bytes()


def test_a_journal_that_was_copied_and_put_back_goes_on(tmp_path):
    journal = Journal(opened(tmp_path))
    journal.record(Note(None, text="first"))
    data = (tmp_path / JOURNAL).read_bytes()
    (tmp_path / JOURNAL).rename(tmp_path / "elsewhere")
    (tmp_path / JOURNAL).write_bytes(data)
    journal.record(Note(None, text="second"))
    assert texts(tmp_path / JOURNAL) == ["first", "second"]
    assert not journal.was_lost


def test_a_planted_temporary_file_is_not_written_through(tmp_path):
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    dump = tmp_path / "dump"
    dump.mkdir()
    own = f".depyf.{os.getpid()}.{threading.get_ident()}"
    for number in range(3):
        (dump / f"{own}.{number}.tmp").symlink_to(mine)
    write_all(dump)
    assert mine.read_text() == "mine"
    assert (dump / INDEX).read_text() == "new"


# -- files of the user's ---------------------------------------------------------------


def test_a_manifest_deletes_no_file_of_the_users(tmp_path):
    listed = {}
    for name in ("mine.txt", "mine.py", INDEX, f"pid_1_{INDEX}", JOURNAL, SUMMARY):
        (tmp_path / name).write_text("mine")
        listed[name] = fingerprint(b"mine")
    (tmp_path / "grows.txt").write_text("mine")
    listed["grows.txt"] = {"grows": True}
    listed[JOURNAL] = {"grows": True}
    manifest(tmp_path, listed)
    opened(tmp_path).close()
    left = [path for path in tmp_path.iterdir() if path.name != MANIFEST]
    assert sorted(path.name for path in left) == sorted(listed)
    assert {path.read_text() for path in left} == {"mine"}


def test_a_manifest_deletes_what_depyf_wrote_and_nobody_changed(tmp_path):
    first = write_all(tmp_path)
    for name in (INDEX, SUMMARY):
        (tmp_path / name).unlink()
    (tmp_path / JOURNAL).write_bytes(RECORDED.read_bytes())
    (tmp_path / CODE).write_text("mew")  # changed by hand, and as long as before
    manifest(tmp_path, dict.fromkeys(first.names, fingerprint(b"new")))
    opened(tmp_path).close()
    left = {path.name for path in tmp_path.iterdir()}
    assert "full_code_for_f_0.py" not in left
    assert CODE in left
    assert JOURNAL in left  # no manifest says that it grows


def test_a_huge_file_that_a_manifest_lists_is_not_read(tmp_path):
    with (tmp_path / CODE).open("wb") as stream:
        stream.truncate(1 << 40)  # a hole: it takes no room
    manifest(tmp_path, {CODE: {"size": 1 << 40, "sha256": "0"}})
    opened(tmp_path).close()
    assert (tmp_path / CODE).exists()


def test_a_manifest_of_thousands_of_lists_is_no_recursion(tmp_path):
    """Python's reader calls itself for each: under a raised limit the process ends."""
    (tmp_path / MANIFEST).write_text('{"made_by": "depyf", "files": ' + "[" * 200_000)
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1_000_000)
    try:
        assert write_all(tmp_path).take_kept() == {MANIFEST: f"{MANIFEST}{ASIDE}"}
    finally:
        sys.setrecursionlimit(before)


@pytest.mark.parametrize("name", [*USED_BY_OTHERS, JOURNAL, MANIFEST])
def test_a_file_of_the_users_is_kept_beside_and_named(tmp_path, name):
    (tmp_path / name).write_text('{"mine": 1}')
    (tmp_path / f"{name}{ASIDE}").write_text("older")
    directory = write_all(tmp_path)
    assert directory.take_kept() == {name: f"{name}{ASIDE}.1"}
    assert directory.take_kept() == {}
    assert (tmp_path / f"{name}{ASIDE}.1").read_text() == '{"mine": 1}'
    assert (tmp_path / f"{name}{ASIDE}").read_text() == "older"


def test_a_manifest_with_its_digest_does_not_make_a_file_depyfs(tmp_path):
    (tmp_path / INDEX).write_text("mine")
    manifest(tmp_path, {INDEX: fingerprint(b"mine")})
    write_all(tmp_path)
    assert (tmp_path / f"{INDEX}{ASIDE}").read_text() == "mine"


@pytest.mark.parametrize("with_manifest", [True, False])
def test_a_report_of_depyfs_is_replaced(tmp_path, with_manifest):
    (tmp_path / JOURNAL).write_bytes(RECORDED.read_bytes())
    assert main(["report", str(tmp_path)]) == 0
    if with_manifest:
        manifest(tmp_path, {INDEX: fingerprint((tmp_path / INDEX).read_bytes())})
    directory = write_all(tmp_path)
    assert directory.take_kept() == {}
    assert not list(tmp_path.glob(f"*{ASIDE}*"))


@pytest.mark.parametrize("journal", sorted(RECORDED.parent.glob("*.jsonl")))
def test_depyf_knows_every_file_that_it_writes(tmp_path, journal):
    """A changed headline would make an index a stranger's: the marks go with it."""
    out = tmp_path / "out"
    (tmp_path / JOURNAL).write_bytes(journal.read_bytes())
    assert main(["report", str(tmp_path), "--out", str(out)]) == 0
    held = HeldFolder(out)
    names = [path.name for path in out.iterdir() if path.name != MANIFEST]
    assert [name for name in names if not is_ours(held, name)] == []
    assert [name for name in names if not is_own_name(name)] == []


@pytest.mark.parametrize("place", ["dump", "out"])
@pytest.mark.parametrize("name", [INDEX, REPORT, SUMMARY])
def test_a_report_keeps_a_file_of_the_users(tmp_path, capsys, place, name):
    for one in ("dump", "out"):
        (tmp_path / one).mkdir()
    (tmp_path / "dump" / JOURNAL).write_bytes(RECORDED.read_bytes())
    (tmp_path / place / name).write_text("mine")
    command = ["report", str(tmp_path / "dump"), "--out", str(tmp_path / place)]
    assert main(command) == 0
    assert (tmp_path / place / f"{name}{ASIDE}").read_text() == "mine"
    said = f"`{name}{ASIDE}`"
    assert said in (tmp_path / place / INDEX).read_text()
    told = capsys.readouterr()
    assert said in told.err
    assert said not in told.out
    assert main(command) == 0  # what is there now is depyf's
    assert len(list((tmp_path / place).glob(f"*{ASIDE}*"))) == 1


@pytest.mark.parametrize("name", ["conftest.py", "mine.txt", "sub/mine.py"])
def test_a_report_creates_no_file_that_depyf_has_no_name_for(tmp_path, capsys, name):
    lines = []
    for line in RECORDED.read_text().splitlines():
        data = json.loads(line)
        if data.get("kind") == "transformed_code":
            data["file"] = name
        lines.append(json.dumps(data))
    (tmp_path / JOURNAL).write_text("\n".join(lines))
    assert main(["report", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    assert "no file the name" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", [INDEX, REPORT, SUMMARY, SEQUENCE])
def test_comparing_ranks_leaves_files_of_the_users_alone(tmp_path, name):
    others = {INDEX: "<!-- ranks: begin -->\n<!-- ranks: end -->\n", SUMMARY: "{}"}
    (tmp_path / INDEX).write_text("# mine\n" + others[INDEX])
    (tmp_path / name).write_text(others.get(name, "mine"))
    before = (tmp_path / name).read_bytes()
    forget_sequence(tmp_path)
    compare_ranks(tmp_path, 2)
    assert (tmp_path / name).read_bytes() == before


def test_comparing_ranks_reads_no_more_than_a_limit_together(tmp_path, monkeypatch):
    """A hundred ranks of 256 MiB each would fill the memory."""
    text = '{"rank": 1, "world": 9, "steps": []}'
    for rank in range(1, 9):
        (tmp_path / f"rank_{rank}").mkdir()
        (tmp_path / f"rank_{rank}" / SEQUENCE).write_text(text)
    with (tmp_path / "rank_2" / SEQUENCE).open("wb") as stream:
        stream.truncate(1 << 40)  # a hole: it takes no room
    limits = Limits(unpacked_bytes=3 * len(text) + 1)
    monkeypatch.setattr(compare, "LIMITS", limits)
    found = compare._sequences(HeldFolder(tmp_path), 9)
    assert sorted(found) == [1, 3, 4]


def test_comparing_ranks_looks_at_the_folders_that_are_there(tmp_path):
    """A world of a million ranks, all but one of which never were, takes no time."""
    (tmp_path / INDEX).write_text("# mine\n")
    for one in ("rank_3", "rank_x", "rank_" + "9" * 200):
        (tmp_path / one).mkdir()
    fifo(tmp_path / "rank_3" / SEQUENCE)
    compare_ranks(tmp_path, 10**9)


# -- where a directory is --------------------------------------------------------------


def test_a_path_leads_where_the_system_says(tmp_path):
    (tmp_path / "far" / "away").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "far" / "away")
    write_all(tmp_path / "link" / ".." / "out")
    assert (tmp_path / "far" / "out" / INDEX).is_file()
    assert not (tmp_path / "out").exists()


def test_a_path_is_shown_as_it_was_given(tmp_path, monkeypatch):
    (tmp_path / "far" / "away").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "far" / "away")
    monkeypatch.chdir(tmp_path)
    assert plain_path(Path("link/dump")) == tmp_path / "link" / "dump"
    assert plain_path(Path("link/new/../dump")) == tmp_path / "link" / "dump"
    assert plain_path(Path("new/../dump")) == tmp_path / "dump"
    assert plain_path(Path("link/../dump")) == tmp_path / "far" / "dump"
    assert plain_path(Path("/../dump")) == Path("/dump")


def test_a_directory_that_is_a_loop_of_links_is_an_error(tmp_path):
    loop(tmp_path / "dump")
    with pytest.raises(OSError, match="dump"):
        opened(tmp_path / "dump")


@pytest.mark.parametrize("parts", ["dump", "a/dump"])
def test_nothing_is_written_through_a_link_put_in_the_directorys_place(tmp_path, parts):
    """Be the link the directory itself or a folder above it."""
    place, victim = tmp_path / parts, tmp_path / "victim"
    (victim / "dump").mkdir(parents=True)
    directory = opened(place)
    journal = Journal(directory)
    journal.record(Note(None, text="first"))
    top = tmp_path / parts.split("/")[0]
    top.rename(tmp_path / "moved")
    top.symlink_to(victim)
    actions = (
        lambda: journal.record(Note(None, text="second")),
        lambda: directory.write(INDEX, "new"),
        lambda: directory.write("pid_1/index.md", "new"),
        directory.close,
        directory.open,
    )
    for action in actions:
        with pytest.raises((OSError, ValueError), match=r"link|lead out"):
            action()
    assert [path.name for path in victim.rglob("*")] == ["dump"]


def test_a_folder_in_the_directory_is_no_link(tmp_path):
    victim = tmp_path / "victim"
    victim.mkdir()
    directory = opened(tmp_path / "dump")
    (tmp_path / "dump" / "pid_1").symlink_to(victim)
    with pytest.raises((OSError, ValueError), match="lead out"):
        directory.write("pid_1/index.md", "")
    with pytest.raises(OSError, match="link"):
        HeldFolder(tmp_path / "dump").replace("pid_1/index.md", b"")
    assert not list(victim.iterdir())


def test_a_directory_that_was_removed_is_made_again(tmp_path):
    place = tmp_path / "a" / "dump"
    directory = opened(place)
    Journal(directory).record(Note(None, text="first"))
    for path in (place, place.parent):
        for one in path.iterdir():
            one.unlink()
        path.rmdir()
    directory.write(INDEX, "new")
    assert (place / INDEX).read_text() == "new"


def test_a_fresh_directory_in_the_same_place_is_used(tmp_path):
    directory = opened(tmp_path / "dump")
    (tmp_path / "dump").rename(tmp_path / "old")
    (tmp_path / "dump").mkdir()
    directory.write(INDEX, "new")
    assert (tmp_path / "dump" / INDEX).read_text() == "new"


def test_a_link_that_was_given_is_followed_to_where_it_led(tmp_path):
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    (tmp_path / "dump").symlink_to("first")
    directory = opened(tmp_path / "dump")
    (tmp_path / "dump").unlink()
    (tmp_path / "dump").symlink_to("second")
    directory.write(INDEX, "new")
    assert (tmp_path / "first" / INDEX).read_text() == "new"
    assert not list((tmp_path / "second").iterdir())


def test_no_descriptor_stays_open(tmp_path):
    """It would belong to the program: closed by it, or kept from being unmounted."""
    before = sorted(Path("/dev/fd").iterdir())
    directory = opened(tmp_path)
    Journal(directory).record(Note(None, text="first"))
    assert sorted(Path("/dev/fd").iterdir()) == before


@pytest.mark.parametrize("system", ["without handles of directories"])
def test_a_system_without_handles_of_directories_writes_by_path(
    tmp_path, monkeypatch, system
):
    monkeypatch.setattr("depyf.reading.held_folder._WITH_HANDLES", False)
    (tmp_path / INDEX).write_text("mine")
    write_all(tmp_path)
    opened(tmp_path).write("pid_1/index.md", "new")
    assert (tmp_path / INDEX).read_text() == "new"
    assert (tmp_path / f"{INDEX}{ASIDE}").read_text() == "mine"
    assert texts(tmp_path / JOURNAL) == ["first", "second"], system


def test_a_file_system_without_links_has_manifests(tmp_path, monkeypatch):
    def unsupported(*_args, **_more):
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", unsupported)
    directory = opened(tmp_path)
    directory.close()
    opened(tmp_path).close()
    assert json.loads((tmp_path / MANIFEST).read_text())["writing"] is False


# -- what the system refuses -----------------------------------------------------------


@pytest.mark.parametrize(
    "code", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT]
)
@pytest.mark.parametrize("call", ["open", "write", "replace"])
def test_what_the_system_refuses_leaves_the_old_files(
    tmp_path, monkeypatch, code, call
):
    directory = write_all(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    real = getattr(os, call)

    def refused(*args, **more):
        if call == "open" and not (args[1] & os.O_CREAT or args[1] & os.O_WRONLY):
            return real(*args, **more)
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patched:
        patched.setattr(os, call, refused)
        journal = Journal(directory)
        with pytest.raises(OSError, match=os.strerror(code)):
            directory.write(INDEX, "newer")
        if call != "replace":
            with pytest.raises(OSError, match=os.strerror(code)):
                journal.record(Note(None, text="third"))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    directory.write(INDEX, "newer")
    journal.record(Note(None, text="third"))
    assert texts(tmp_path / JOURNAL) == ["first", "second", "third"]


def test_a_line_that_is_written_in_part_is_taken_back(tmp_path, monkeypatch):
    """Where the disk is full within a line, the next one would be lost with it."""
    journal = Journal(opened(tmp_path))
    journal.record(Note(None, text="first"))
    real, calls = os.write, []

    def partly(number, data):
        calls.append(1)
        if len(calls) > 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(number, data[:5])

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", partly)
        with pytest.raises(OSError, match="No space"):
            journal.record(Note(None, text="second"))
    journal.record(Note(None, text="third"))
    assert texts(tmp_path / JOURNAL) == ["first", "third"]


@pytest.mark.parametrize(
    "text",
    ["", "[" * 200_000, '{"process": 1' + "0" * 30, '{"made_by": "depyf"}', "\0", "[]"],
    ids=["empty", "deep", "torn", "short", "binary", "list"],
)
def test_no_manifest_is_too_odd(tmp_path, text):
    (tmp_path / MANIFEST).write_text(text)
    write_all(tmp_path)
    assert json.loads((tmp_path / MANIFEST).read_text())["process"] == os.getpid()


@pytest.mark.parametrize("process", [-1, 0, 10**30, True, "1", None, 1.5, [1]])
def test_a_claim_of_no_process_claims_nothing(tmp_path, process):
    manifest(tmp_path, {}, process=process, writing=True)
    directory = opened(tmp_path)
    assert directory.path == (
        tmp_path / f"pid_{os.getpid()}" if process is True else tmp_path
    )


@pytest.mark.parametrize("files", [None, 3, [1], {"a": 1}, {INDEX: []}, {CODE: None}])
def test_a_list_of_files_may_be_anything(tmp_path, files):
    manifest(tmp_path, files)
    opened(tmp_path).close()


EARLY_RETURN = Path(__file__).parents[1] / "findings/journals/early_return.jsonl.gz"


def sequence_of_rank_1(folder, graph):
    sequence = json.loads((folder / "sequence.json").read_text(encoding="utf-8"))
    for step in sequence["steps"]:
        step["captured"], step["graphs"] = ["another"], [graph]
    (folder / "rank_1").mkdir()
    text = json.dumps({**sequence, "rank": 1})
    (folder / "rank_1" / "sequence.json").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("kind", ["above", "absolute", "below", "beside"])
def test_a_rank_names_no_file_whose_lines_get_into_the_report(tmp_path, kind):
    """What a rank calls a graph was opened, wherever that led."""
    secret = tmp_path / "secret"
    secret.write_text("my key", encoding="utf-8")
    folder = tmp_path / "dump"
    folder.mkdir()
    (folder / "notes.txt").write_text("my key", encoding="utf-8")
    journal = gzip.decompress(EARLY_RETURN.read_bytes())
    two = journal.replace(b'"program":', b'"world_size": 2, "program":', 1)
    (folder / "journal.jsonl").write_bytes(two)
    assert main(["report", str(folder)]) == 0
    names = {"above": "../../secret", "absolute": str(secret), "below": "../notes.txt"}
    sequence_of_rank_1(folder, names.get(kind, "notes.txt"))
    (folder / "rank_1" / "notes.txt").write_text("my key", encoding="utf-8")
    assert main(["report", str(folder)]) == 0
    index = (folder / "index.md").read_text(encoding="utf-8")
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    assert len(summary["ranks"]) == 2  # compared, and different
    assert "my key" not in index
    assert "my key" not in (folder / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["[" * 200_000, '{"steps": [{"id": 1}]}', "[]", "x"])
def test_a_damaged_sequence_is_no_rank(text):
    assert steps_in(text) is None
