"""What stands where a file is expected is looked at before it is read."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from depyf.reading.regular_files import open_regular, read_regular


def test_a_file_is_read_whole(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"abc")
    assert read_regular(path, 3) == b"abc"
    with open_regular(path) as stream:
        assert stream.read() == b"abc"


def test_more_than_is_accepted_is_an_error(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"abc")
    with pytest.raises(OSError, match="larger than 2 bytes") as raised:
        read_regular(path, 2)
    assert raised.value.errno == errno.EFBIG


def test_a_limit_costs_no_memory(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"abc")
    assert read_regular(path, 1 << 62) == b"abc"


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no such file here")
def test_a_file_that_says_no_size_is_read_whole():
    assert read_regular(Path("/proc/self/status"), 1 << 20).startswith(b"Name:")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFO here")
def test_a_fifo_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "a")
    with pytest.raises(OSError, match="not a regular file"):
        open_regular(tmp_path / "a")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_a_device_is_not_read(tmp_path):
    (tmp_path / "a").symlink_to("/dev/zero")
    with pytest.raises(OSError, match="not a regular file"):
        read_regular(tmp_path / "a", 10)


def test_a_link_is_followed_only_where_that_is_wanted(tmp_path):
    (tmp_path / "a").write_bytes(b"abc")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert read_regular(tmp_path / "b", 3) == b"abc"
    if hasattr(os, "O_NOFOLLOW"):
        with pytest.raises(OSError, match="symbolic links"):
            open_regular(tmp_path / "b", follow=False)


def test_a_directory_is_no_file(tmp_path):
    with pytest.raises(OSError, match="not a regular file"):
        open_regular(tmp_path)


def test_what_is_accepted_takes_no_memory(tmp_path):
    """Asked for 2 ** 62 bytes at once, Python raises MemoryError."""
    path = tmp_path / "a"
    path.write_bytes(b"abc")
    assert read_regular(path, 1 << 62) == b"abc"
