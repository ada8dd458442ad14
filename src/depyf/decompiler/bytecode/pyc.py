"""Read ``.pyc`` files: find the CPython that wrote them, and load their code."""

from __future__ import annotations

import importlib.util
import marshal
from types import CodeType

from depyf.decompiler.bytecode import behaviour

#: The running version as a string, as in the name of the command.
RUNNING = "{}.{}".format(*behaviour.RUNNING)

#: The magic number, flags, and two words that depend on the flags.
HEADER_SIZE = 16
#: Every magic number ends with a line break, so that changes of line ends are noticed.
_MAGIC_END = b"\r\n"
# The first magic number of each version; pre-releases count up from it. From 3.11 on
# each version has fifty numbers.
_FIRST_NUMBERS = (
    (3000, "3.0"),
    (3131, "3.1"),
    (3160, "3.2"),
    (3190, "3.3"),
    (3250, "3.4"),
    (3320, "3.5"),
    (3360, "3.6"),
    (3390, "3.7"),
    (3400, "3.8"),
    (3420, "3.9"),
    (3430, "3.10"),
    (3450, "3.11"),
    (3500, "3.12"),
    (3550, "3.13"),
    (3600, "3.14"),
    (3650, "3.15"),
    (3700, "3.16"),
    (3750, ""),
)
_FIRST_PYTHON_2, _LAST_PYTHON_2 = 20121, 62211


class PycError(ValueError):
    """The file is not a ``.pyc`` of the running Python; the message says why."""


class OtherVersionError(PycError):
    """Another CPython wrote the file.

    Attributes:
        version: the version of that CPython, such as ``3.11``; empty if unknown.
        number: the magic number of the file.
    """

    def __init__(self, version: str, number: int) -> None:
        """Set the attributes that the class documents."""
        super().__init__(f"compiled by Python {version or 'of an unknown version'}")
        self.version = version
        self.number = number


def check_header(data: bytes) -> None:
    """Check that the running Python wrote the file.

    Raises:
        PycError: another Python wrote the file, or it is not a ``.pyc`` at all.
    """
    if not data:
        raise PycError("the file is empty")
    if data[:4] == importlib.util.MAGIC_NUMBER:
        if len(data) <= HEADER_SIZE:
            raise PycError("the file is truncated: it ends before its code begins")
        return
    if data[2:4] != _MAGIC_END:
        raise PycError("this is not a compiled Python file: it has no magic number")
    number = int.from_bytes(data[:2], "little")
    version = version_of(number)
    if version is None:
        raise PycError(
            f"this is not a compiled Python file: no Python has magic number {number}"
        )
    raise OtherVersionError(version, number)


def version_of(number: int) -> str | None:
    """Return the Python version of a magic number, such as ``3.11``, or None."""
    if _FIRST_PYTHON_2 <= number <= _LAST_PYTHON_2:
        return "2"
    found: str | None = None
    for first, version in _FIRST_NUMBERS:
        if number >= first:
            found = version
    return found or None


def load(data: bytes) -> CodeType:
    """Return the code object of the module in a ``.pyc`` file.

    Damaged data may crash the interpreter, so call this in a process that may crash.

    Raises:
        PycError: the data contains no code, or it is damaged.
    """
    check_header(data)
    try:
        code: object = marshal.loads(data[HEADER_SIZE:])
    except (
        EOFError,
        ValueError,
        TypeError,
        MemoryError,
        AttributeError,
        OverflowError,
        RecursionError,
        SystemError,
    ) as error:
        reason = str(error) or type(error).__name__
        raise PycError(f"the file is damaged or truncated ({reason})") from error
    if not isinstance(code, CodeType):
        raise PycError(f"the file does not hold code, but a {type(code).__name__}")
    return code
