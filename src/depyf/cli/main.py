"""The `depyf` command: argument parsing, and one function for each sub-command."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import suppress
from typing import Sequence

from depyf import __version__
from depyf.cli import writing_output
from depyf.errors import DepyfError, OutputNotWrittenError
from depyf.reading.shown_text import visible

#: The exit code if the reader of a pipe has ended: 128 + the number of SIGPIPE.
READER_GONE = 141
#: The commands that run a program in this process: stdout belongs to the program.
_OF_PROGRAMS = ("run", "debug", "learn")
DEFAULT_DIRECTORY = "depyf_debug_dir"
CURE_DIRECTORY = "depyf_cure"

DEBUG_USAGE = (
    "depyf debug [-h] [--out DIR] [--again] (SCRIPT | -m MODULE) [ARGUMENT ...]"
)
CURE_USAGE = (
    "depyf cure [-h] [--out DIR] [--budget SECONDS] [--keep RTOL,ATOL] "
    "(SCRIPT | -m MODULE) [ARGUMENT ...]"
)
RUN_USAGE = (
    "depyf run [-h] [--out DIR] [--no-provenance] (SCRIPT | -m MODULE) [ARGUMENT ...]"
)

_INSTEAD_OF_SOURCE = {
    "verify": "print a table: each code object and whether its source was proved",
    "standalone": "also define the names of objects, so that the source runs alone",
    "explain": "print the passes that changed something",
    "passes": "print the table of passes; needs no target",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code.

    Args:
        arguments: the arguments without the command's name; by default from `sys.argv`.
    """
    options = _parser().parse_args(arguments)
    try:
        code = _dispatch(options)
        if options.command not in _OF_PROGRAMS and sys.stdout is not None:
            with writing_output():
                sys.stdout.flush()
    except DepyfError as error:
        if isinstance(error, OutputNotWrittenError):
            _close_stdout()
        print(f"depyf: {visible(str(error))}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:  # as with `depyf ... | head`: the reader has ended
        _close_stdout()
        return READER_GONE
    return code


def _close_stdout() -> None:
    """Point stdout at the null device, as Python writes buffered output at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    with suppress(OSError, ValueError):  # stdout is no file, or is closed
        os.dup2(nowhere, sys.stdout.fileno())


def _dispatch(options: argparse.Namespace) -> int:
    command: str = options.command
    if command == "decompile":
        return _decompile(options)
    if command == "doctor":
        return _doctor(options)
    if command == "report":
        from depyf.cli.report import make_report
        from depyf.reading.limits import LIMITS, NO_LIMITS

        limits = LIMITS if options.limits else NO_LIMITS
        return make_report(options.source, options.out, options.source_roots, limits)
    if command == "learn":
        from depyf.cli.learn import learn

        return learn(options.chapter, options.out)
    rest: list[str] = options.rest
    if not rest:
        _parser().error(f"{command}: which program?")
    from depyf.cli.program import check_directory

    check_directory()
    if command == "cure":
        from depyf.cli.cure import cure_program

        return cure_program(
            rest,
            as_module=options.module,
            directory=options.out,
            budget=options.budget,
            keep=options.keep,
        )
    if command == "debug":
        from depyf.cli.debug import debug_program

        return debug_program(
            rest, as_module=options.module, directory=options.out, again=options.again
        )
    from depyf.cli.program import run_program

    return run_program(
        rest,
        as_module=options.module,
        directory=options.out,
        provenance=options.provenance,
    )


def _decompile(options: argparse.Namespace) -> int:
    if options.what == "passes":
        from depyf.cli.passes import print_passes

        return print_passes()
    if options.target is None:
        _parser().error("decompile: which function, module or file?")
    from depyf.cli.decompile import print_decompiled

    what = f"after:{options.after}" if options.after else options.what
    return print_decompiled(options.target, what)


def _doctor(options: argparse.Namespace) -> int:
    if options.bundle:
        from depyf.cli.doctor import write_bundle

        return write_bundle(options.bundle, options.dump)
    from depyf.cli.doctor import print_report

    return print_report(options.dump)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="depyf", description="Read what torch.compile did to a program."
    )
    parser.add_argument("--version", action="version", version=f"depyf {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    run = commands.add_parser(
        "run",
        usage=RUN_USAGE,
        help="run a program and record what torch.compile does in it",
    )
    run.add_argument(
        "--no-provenance",
        dest="provenance",
        action="store_false",
        help="do not trace kernels to operations; kernels in Inductor's cache are used",
    )
    debug = commands.add_parser(
        "debug",
        usage=DEBUG_USAGE,
        help="run a program twice: to write the files, then to step through them",
    )
    debug.add_argument(
        "--again",
        action="store_true",
        help="skip the first run, and use the files of the last one",
    )
    cure = commands.add_parser(
        "cure",
        usage=CURE_USAGE,
        help="try edits on copies of a program's files and keep the useful ones",
    )
    cure.add_argument(
        "--budget",
        metavar="SECONDS",
        type=float,
        default=600.0,
        help="time for all runs of the program together (default: 600)",
    )
    cure.add_argument(
        "--keep",
        metavar="RTOL,ATOL",
        default="",
        help="how far printed numbers may differ (default: as between plain runs)",
    )
    for command in (run, debug, cure):
        folder = CURE_DIRECTORY if command is cure else DEFAULT_DIRECTORY
        command.add_argument(
            "--out",
            metavar="DIR",
            default=folder,
            help=f"where the files go (default: {folder})",
        )
        command.add_argument(
            "-m",
            dest="module",
            action="store_true",
            help="the program is a module, as with python -m",
        )
        command.add_argument("rest", nargs=argparse.REMAINDER, metavar="PROGRAM")

    decompile = commands.add_parser(
        "decompile", help="print the source of a function, module or compiled file"
    )
    decompile.add_argument(
        "target",
        nargs="?",
        metavar="TARGET",
        help="module:qualname, module, script.py or file.pyc (with :qualname or not)",
    )
    instead = decompile.add_mutually_exclusive_group()
    instead.set_defaults(what="source")
    for what, meaning in _INSTEAD_OF_SOURCE.items():
        instead.add_argument(
            f"--{what}", dest="what", action="store_const", const=what, help=meaning
        )
    instead.add_argument(
        "--after-pass",
        dest="after",
        metavar="NAME",
        help="print the graph or tree of each function after that pass",
    )

    report = commands.add_parser(
        "report",
        help="write the report of a dump again, or a report of TORCH_TRACE logs",
    )
    report.add_argument(
        "source",
        metavar="DIR | FILE.log",
        help="the directory of a dump or of torch's logs, or one log",
    )
    report.add_argument(
        "--out",
        metavar="DIR",
        help="where the files go (default: the dump itself; depyf_report in the logs')",
    )
    report.add_argument(
        "--no-limits",
        dest="limits",
        action="store_false",
        help="read a dump of any size; only for dumps that you trust",
    )
    report.add_argument(
        "--source-root",
        dest="source_roots",
        metavar="DIR",
        action="append",
        default=[],
        help="read source files below DIR that a log of TORCH_TRACE names; may be "
        "given more than once (default: none is read)",
    )

    learn = commands.add_parser(
        "learn", help="run the program of a chapter and name the file to open"
    )
    learn.add_argument(
        "chapter",
        metavar="CHAPTER",
        nargs="?",
        type=int,
        help="its number; without one, a list",
    )
    learn.add_argument(
        "--out",
        metavar="DIR",
        default="depyf_learn",
        help="where programs, text and files go (default: depyf_learn)",
    )

    doctor = commands.add_parser(
        "doctor", help="print what this Python and torch offer"
    )
    doctor.add_argument(
        "--bundle",
        metavar="FILE.zip",
        help="write that, and the small files of a dump, into one zip file",
    )
    doctor.add_argument(
        "dump",
        metavar="DIR",
        nargs="?",
        help="the dump for the bundle; without --bundle, list torch's messages in it "
        "that depyf cannot read",
    )
    return parser
