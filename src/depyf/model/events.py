"""Events of a capture: one small frozen record per fact, with a JSON form.

Events are append-only and order matters only where a count does.  Each names the
compilation it belongs to (None where torch gave none); `model.build` folds them into a
`Run`.  A class says all about its events: `kind` and the types of its fields are their
JSON form, `keeping` is where in the model they go.  Which record of torch's trace
becomes which event is told in `capture.trace_table`.

File names in events are relative to the dump directory; source locations are the
user's (capture maps our relocated files back).  Adding a field with a default keeps old
journals readable; anything else raises `SCHEMA_VERSION`: 2 packs long lines
(`model.packed`), journals of 1 are read as ever.
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
    """The user's lines that one line of the shown code comes from."""

    line: int  # 1-based, in `TransformedCode.source`
    user_lines: tuple[int, ...]


@dataclass(frozen=True)
class ResumeLink:
    """A resume function that transformed code calls.

    `name` as shown (``__resume_at_102_2``), `full_name` as in the globals; the rest
    describes its code object, `code_key` as in `TransformedCode`.  In a `Run`, `frame`
    is the key of its frame, if it ran.
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
    """Why an existing entry could not be used.

    In a `Run`, `at` is the line that torch names in `text`, with its whole path.
    """

    text: str
    failed: CompileId | None = None
    at: SourceLine | None = None

    @cached_property
    def guard(self) -> Guard:
        """The guard that failed; torch prints a user stack below it."""
        found = read_guard(self.text.partition("\n")[0])
        return found if self.at is None else replace(found, user_line=self.at)


@dataclass(frozen=True)
class Event:
    """Base of all events; `compile_id` is None outside every compilation.

    A class of events gives its `kind`, and those of `Keeping` that are true of it.
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
    arguments: str = ""  # what it was called with, between spaces
    depyf_version: str = ""
    torch_version: str = ""
    python_version: str = ""
    platform: str = ""
    started_at: float = 0.0  # seconds since the epoch
    rank: int = 0
    world_size: int = 1
    process: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    missing_features: tuple[str, ...] = ()  # what this torch does not offer
    schema: int = SCHEMA_VERSION

    @property
    def command(self) -> str:
        """The script and its arguments."""
        return f"{self.program} {self.arguments}".rstrip()


@dataclass(frozen=True)
class RunEnded(Event, kind="run_ended", of_run=True):
    """The block was left; `seconds` is its whole length."""

    seconds: float = 0.0


@dataclass(frozen=True)
class FrameStarted(Event, kind="frame_started", folded=True):
    """Dynamo began an attempt to compile a frame; `stack` ends at the user's frame.

    `source` is the user's function, given once per frame: a frame that gets no entry
    has no other record that holds it.
    """

    co_name: str = ""
    file: str = ""
    first_line: int = 0
    stack: tuple[SourceLine, ...] = ()
    source: str = ""


@dataclass(frozen=True)
class GraphReported(Event, kind="graph", per_attempt=True, folded=True):
    """The printed text of one graph at one stage.

    `compiled_fn` is ``__compiled_fn_N`` or torch's full name, empty where only the
    compile id is known.
    """

    stage: str = ""
    text: str = ""
    compiled_fn: str = ""
    backward: bool = False
    number: int = -1  # of the file that capture wrote; -1: count in order


@dataclass(frozen=True)
class RunnableGraph(Event, kind="runnable_graph", per_attempt=True, folded=True):
    """The exact source of a GraphModule that runs, for a debugger to stop in.

    `file` is where capture relocated it to (relative), empty if it did not.
    """

    stage: str = ""
    text: str = ""
    compiled_fn: str = ""
    boxed: bool = False
    file: str = ""


@dataclass(frozen=True)
class TransformedCode(Event, kind="transformed_code", folded=True):
    """Dynamo's code for one cache entry, decompiled, with the original code.

    `index` is the ``i`` of ``__transformed_code_{i}_for_{co_name}``, `file` that name.
    `source` is a bare ``def`` (never a header).  `code_key` identifies the *original*
    code object within the process and is equal for all its entries.  `names` maps shown
    short names to torch's full ones.  `graph_calls` are the shown ``__compiled_fn_N``
    that it calls.
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
        """Return the name of its file without ending, and of the function in it."""
        return transformed_stem(self.co_name, self.index)


@dataclass(frozen=True)
class GuardsReported(Event, kind="guards", per_attempt=True, folded=True):
    """All guards of an entry, in the order in which torch checks them.

    `leaves` is ``KIND: TEXT`` of each, as torch has it: taking a thousand texts apart
    would keep the program waiting, so it is done when the journal is
    read.  Where they were taken apart before, they are in `parts`.
    """

    parts: tuple[Guard, ...] = ()
    leaves: tuple[str, ...] = ()
    tree: str = ""  # torch's TREE_GUARD_MANAGER text, empty if not kept


@dataclass(frozen=True)
class GraphBreak(Event, kind="graph_break", folded=True):
    """Why Dynamo stopped capturing here, and what torch says about it."""

    reason: str = ""
    explanation: str = ""
    hints: tuple[str, ...] = ()
    context: str = ""
    user_stack: tuple[SourceLine, ...] = ()  # innermost last
    link: str = ""
    text: str = ""  # everything, as torch wrote it
    skipped: str = ""  # why the whole frame runs as plain Python, if it does


@dataclass(frozen=True)
class Recompile(Event, kind="recompile", folded=True):
    """The entry with this id was made because the existing ones did not fit."""

    reasons: tuple[RecompileReason, ...] = ()


@dataclass(frozen=True)
class Kernel(Event, kind="kernel", per_attempt=True, folded=True):
    """Inductor's output code for one graph: kernels and the ``call`` wrapper.

    `language` is ``cpp``, ``triton`` or ``mixed``, empty if it has no kernel of its own
    (only library calls).  `path` is Inductor's cache file.
    """

    text: str = ""
    language: str = ""
    names: tuple[str, ...] = ()
    compiled_fn: str = ""
    backward: bool = False
    path: str = ""
    number: int = -1  # of the file that capture wrote; -1: count in order

    @property
    def prefix(self) -> str:
        """The prefix of the file name; a `Run` always has it."""
        return short_name(self.compiled_fn)

    @property
    def file(self) -> str:
        """Return the name of its file."""
        return kernel_file(self.prefix, self.number)


@dataclass(frozen=True)
class CacheLookup(Event, kind="cache_lookup", once=True):
    """A look-up in a compile cache; `cache` is ``fx_graph`` or ``aot_autograd``."""

    cache: str = ""
    outcome: str = ""  # hit, miss, bypass
    reason: str = ""
    key: str = ""


@dataclass(frozen=True)
class Metrics(Event, kind="metrics"):
    """What torch measured for one compilation (forward, or its lazy backward)."""

    seconds: float = 0.0  # the entire compile
    started: float = 0.0  # Unix time; 0 where torch does not tell
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
    """Dynamo gave up on a frame: it runs as ordinary Python."""

    co_name: str = ""
    file: str = ""
    line: int = 0
    reason: str = ""
    at: SourceLine | None = None  # what could not be compiled


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
    """A symbol that Dynamo introduced for a size."""

    symbol: str = ""
    value: str = ""
    value_range: str = ""
    source: str = ""
    user_line: SourceLine | None = None


@dataclass(frozen=True)
class Hits(Event, kind="hits", folded=True):
    """How often an entry was called so far, its compiling call included."""

    hits: int = 0


@dataclass(frozen=True)
class RawAttachment(Event, kind="raw"):
    """A record kept as it came."""

    name: str = ""
    text: str = ""
    metadata: str = ""  # JSON


@dataclass(frozen=True)
class Failure(Event, kind="failure", of_run=True):
    """A failure inside depyf that was swallowed; the program was not affected."""

    where: str = ""
    error: str = ""
    consequence: str = ""
    detail: str = ""  # traceback


@dataclass(frozen=True)
class OtherProcess(Event, kind="other_process", of_run=True, once=True):
    """Another process of this run has its own index, in a folder of this directory."""

    folder: str = ""  # relative: rank_1, pid_4711


@dataclass(frozen=True)
class Note(Event, kind="note", of_run=True, once=True):
    """A note for the reader, such as why a file is missing."""

    text: str = ""
    subject: str = ""  # a function, file or compile id, empty for the whole run
