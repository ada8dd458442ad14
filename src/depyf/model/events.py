"""Events of a capture: one small frozen record per fact, with a JSON form.

Events are only appended.  Each event names its compilation, or None if torch named
none, and `model.build` folds events into a `Run`.  A class defines its events
completely: `kind` and the types of its fields give the JSON form, and `keeping` says
where the model keeps them.  `capture.trace_table` maps the records of torch's trace to
events.

File names in events are relative to the dump directory.  Source locations are the
user's, because capture maps depyf's relocated files back.

A new field with a default keeps old journals readable.  Any other change needs a higher
`SCHEMA_VERSION`.  Version 2 packs long lines (`model.packed`).  depyf still reads
journals of version 1.
"""

from __future__ import annotations

from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Mapping

from depyf.model.facts import Keeping
from depyf.model.file_names import kernel_file, transformed_stem
from depyf.records import dataclass
from depyf.torch_text.guards import (
    Guard as Guard,  # noqa: PLC0414 - handed on
)
from depyf.torch_text.guards import read_guard
from depyf.torch_text.names import short_name
from depyf.torch_text.source_lines import (
    SourceLine as SourceLine,  # noqa: PLC0414, TC001 - handed on
)

if TYPE_CHECKING:
    from depyf.torch_text.names import CompileId

SCHEMA_VERSION = 2


@dataclass(frozen=True)
class LineLink:
    """The user's lines that one line of the transformed code comes from."""

    line: int  # 1-based, in `TransformedCode.source`
    user_lines: tuple[int, ...]


@dataclass(frozen=True)
class ResumeLink:
    """A resume function that transformed code calls.

    Attributes:
        name: the name in the shown source (``__resume_at_102_2``).
        co_name: the name of its code object.
        code_key: the key of its code object, as in `TransformedCode`.
        full_name: the name in the globals.
        file: the file of its code object.
        first_line: the first line of its code object.
        frame: in a `Run`, the key of its frame; None if it never ran.
    """

    name: str
    co_name: str
    code_key: str = ""
    full_name: str = ""
    file: str = ""
    first_line: int = 0
    frame: str | None = None


@dataclass(frozen=True)
class RecompileReason:
    """Why an existing entry did not fit.

    Attributes:
        text: torch's text, with the failed guard.
        failed: the id of the entry that did not fit, if torch names it.
        at: in a `Run`, the line that torch names in `text`, with its full path.
    """

    text: str
    failed: CompileId | None = None
    at: SourceLine | None = None

    @cached_property
    def guard(self) -> Guard:
        """The guard that failed, from the first line of torch's text."""
        found = read_guard(self.text.partition("\n")[0])
        return found if self.at is None else replace(found, user_line=self.at)


@dataclass(frozen=True)
class Event:
    """The base of all events; `compile_id` is None outside of compilations.

    A subclass passes its `kind` and the flags of `Keeping` that apply to it.
    """

    kind: ClassVar[str] = ""
    keeping: ClassVar[Keeping] = Keeping()
    compile_id: CompileId | None

    def __init_subclass__(cls, kind: str, **keeping: bool) -> None:
        super().__init_subclass__()
        cls.kind = kind
        cls.keeping = Keeping(**keeping)


@dataclass(frozen=True)
class RunStarted(Event, kind="run_started", of_run=True, folded=True):
    """A block of `prepare_debug` was entered (or a trace log was opened)."""

    program: str = ""  # the script, as the user typed it
    arguments: str = ""  # the script's arguments, joined by spaces
    depyf_version: str = ""
    torch_version: str = ""
    python_version: str = ""
    platform: str = ""
    started_at: float = 0.0  # seconds since the epoch
    rank: int = 0
    world_size: int = 1
    process: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    missing_features: tuple[str, ...] = ()  # features that this torch lacks
    schema: int = SCHEMA_VERSION

    @property
    def command(self) -> str:
        """The script and its arguments."""
        return f"{self.program} {self.arguments}".rstrip()


@dataclass(frozen=True)
class RunEnded(Event, kind="run_ended", of_run=True):
    """The block of `prepare_debug` ended after `seconds`."""

    seconds: float = 0.0
    error: str = ""  # the class of the exception that left the block


@dataclass(frozen=True)
class FrameStarted(Event, kind="frame_started", folded=True):
    """Dynamo began an attempt to compile a frame; `stack` ends at that frame.

    `source` is the source of the function, recorded once per frame.  For a frame that
    gets no entry, this is the only event with the source.  `code_key` identifies the
    code object, as in `TransformedCode`.
    """

    co_name: str = ""
    file: str = ""
    first_line: int = 0
    stack: tuple[SourceLine, ...] = ()
    source: str = ""
    code_key: str = ""


@dataclass(frozen=True)
class GraphReported(Event, kind="graph", per_attempt=True, folded=True):
    """The printed text of one graph at one stage.

    `compiled_fn` is ``__compiled_fn_N`` or torch's full name; empty if only the compile
    id is known.
    """

    stage: str = ""
    text: str = ""
    compiled_fn: str = ""
    backward: bool = False
    number: int = -1  # the number in the name of its file; -1: numbered in order


@dataclass(frozen=True)
class RunnableGraph(Event, kind="runnable_graph", per_attempt=True, folded=True):
    """The exact source of a GraphModule that runs, so that a debugger can stop in it.

    `file` is the relative path to which capture moved the source; empty if not moved.
    """

    stage: str = ""
    text: str = ""
    compiled_fn: str = ""
    boxed: bool = False
    file: str = ""


@dataclass(frozen=True)
class TransformedCode(Event, kind="transformed_code", folded=True):
    """Dynamo's code for one cache entry, decompiled, with the original code.

    `index` is the ``i`` of the file name ``__transformed_code_{i}_for_{co_name}``.  In
    a `Run`, it is the entry's number in its function; see `entry_numbers`.
    `source` is only a ``def``, without a header.  `code_key` identifies the *original*
    code object within the process; all its entries share the key.  `names` maps the
    short names in the source to torch's full names.  `graph_calls` are the
    ``__compiled_fn_N`` that the code calls.
    """

    co_name: str = ""
    index: int = 0
    file: str = ""
    source: str = ""
    quality: str = "listing"
    diagnostics: tuple[str, ...] = ()
    hidden_instructions: int = 0
    total_instructions: int = 0
    qualified_name: str = ""
    original_file: str = ""
    original_first_line: int = 0
    original_source: str = ""
    code_key: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    graph_calls: tuple[str, ...] = ()
    resumes: tuple[ResumeLink, ...] = ()
    lines: tuple[LineLink, ...] = ()
    free_names: tuple[str, ...] = ()

    @property
    def stem(self) -> str:
        """The stem of the entry's file, which is also the name of its function."""
        name = self.file.rpartition("/")[2]
        stem = name[: -len(".py")] if name.endswith(".py") else ""
        return stem or transformed_stem(self.co_name, self.index)


@dataclass(frozen=True)
class GuardsReported(Event, kind="guards", per_attempt=True, folded=True):
    """All guards of an entry, in the order in which torch checks them.

    `leaves` has the text ``KIND: TEXT`` of each guard, as torch writes it.  To save the
    program's time, the texts are parsed when the journal is read.  Guards that were
    parsed earlier are in `parts`.
    """

    parts: tuple[Guard, ...] = ()
    leaves: tuple[str, ...] = ()
    tree: str = ""  # torch's TREE_GUARD_MANAGER text; empty if not recorded


@dataclass(frozen=True)
class GraphBreak(Event, kind="graph_break", folded=True):
    """A graph break: torch's reason, its other texts, and the user's stack."""

    reason: str = ""
    explanation: str = ""
    hints: tuple[str, ...] = ()
    context: str = ""
    user_stack: tuple[SourceLine, ...] = ()  # innermost last
    link: str = ""
    text: str = ""  # torch's whole message
    skipped: str = ""  # why the whole frame runs as plain Python, if it does


@dataclass(frozen=True)
class Recompile(Event, kind="recompile", folded=True):
    """The compilation with this id began because no existing entry fitted."""

    reasons: tuple[RecompileReason, ...] = ()


@dataclass(frozen=True)
class Kernel(Event, kind="kernel", per_attempt=True, folded=True):
    """Inductor's output code for one graph: kernels and the ``call`` wrapper.

    `language` is ``cpp``, ``triton`` or ``mixed``; empty if the code only calls library
    functions.  `path` is Inductor's cache file.
    """

    text: str = ""
    language: str = ""
    names: tuple[str, ...] = ()
    compiled_fn: str = ""
    backward: bool = False
    path: str = ""
    number: int = -1  # the number in the name of its file; -1: numbered in order

    @property
    def prefix(self) -> str:
        """The prefix of the file name; never empty in a `Run`."""
        return short_name(self.compiled_fn)

    @property
    def file(self) -> str:
        """The name of the file with this code."""
        return kernel_file(self.prefix, self.number)


@dataclass(frozen=True)
class CacheLookup(Event, kind="cache_lookup", once=True):
    """A lookup in a compile cache; `cache` is ``fx_graph`` or ``aot_autograd``."""

    cache: str = ""
    outcome: str = ""  # hit, miss, bypass
    reason: str = ""
    key: str = ""


@dataclass(frozen=True)
class Metrics(Event, kind="metrics"):
    """Torch's metrics for one compilation (the forward, or its lazy backward)."""

    seconds: float = 0.0  # of the whole compilation
    started: float = 0.0  # Unix time; 0 if torch does not report it
    times: Mapping[str, float] = field(default_factory=dict)  # phase -> seconds
    counts: Mapping[str, int] = field(default_factory=dict)  # graph_op_count, ...
    backward: bool = False
    made_entry: bool = True
    fail_type: str = ""
    fail_reason: str = ""
    fail_line: SourceLine | None = None
    restart_reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class FrameSkipped(Event, kind="frame_skipped", folded=True):
    """Dynamo gave up on a frame, which runs as plain Python."""

    co_name: str = ""
    file: str = ""
    line: int = 0
    reason: str = ""
    at: SourceLine | None = None  # the line that could not be compiled


@dataclass(frozen=True)
class CompiledBefore(Event, kind="compiled_before", of_run=True, once=True):
    """A function that was compiled before the block, so its files are missing."""

    co_name: str = ""
    qualified_name: str = ""
    file: str = ""
    first_line: int = 0
    entries: int = 0


@dataclass(frozen=True)
class ShapeSymbol(Event, kind="shape_symbol", once=True, per_attempt=True):
    """A symbol that Dynamo introduced for a dynamic size."""

    symbol: str = ""
    value: str = ""
    value_range: str = ""
    source: str = ""
    user_line: SourceLine | None = None


@dataclass(frozen=True)
class Hits(Event, kind="hits", folded=True):
    """How often an entry was called so far, including the call that compiled it."""

    hits: int = 0


@dataclass(frozen=True)
class RawAttachment(Event, kind="raw"):
    """A record that is kept without parsing, such as one of an unknown kind."""

    name: str = ""
    text: str = ""
    metadata: str = ""  # JSON


@dataclass(frozen=True)
class Failure(Event, kind="failure", of_run=True):
    """An error inside depyf that was caught, so that the program was not affected."""

    where: str = ""
    error: str = ""
    consequence: str = ""
    detail: str = ""  # traceback


@dataclass(frozen=True)
class OtherProcess(Event, kind="other_process", of_run=True, once=True):
    """Another process of this run, which has its own index in a subfolder."""

    folder: str = ""  # the relative path: rank_1, pid_4711


@dataclass(frozen=True)
class Note(Event, kind="note", of_run=True, once=True):
    """A note for the reader, such as why a file is missing."""

    text: str = ""
    subject: str = ""  # a function, file or compile id; empty for the whole run
