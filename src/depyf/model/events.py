"""What capture tells: one small frozen record per fact, with a JSON form.

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

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Mapping

from depyf.model.facts import Keeping

if TYPE_CHECKING:
    from depyf.model.ids import CompileId

SCHEMA_VERSION = 2


@dataclass(frozen=True)
class SourceLine:
    """A place in the user's program; `text` is the line itself where known."""

    file: str
    line: int
    function: str = ""
    text: str = ""


@dataclass(frozen=True)
class GuardPart:
    """One condition under which an entry may be used.

    `expression` is torch's text without its trailing comment; `python` tells whether it
    parses as a Python expression.  `remark` is what torch wrote behind the expression
    that is not Python (``against {...}``).  `source` is what it is about (``L['a']``),
    `kind` torch's type of guard (``TENSOR_MATCH``), both empty where unknown.
    """

    expression: str
    python: bool
    remark: str = ""
    source: str = ""
    kind: str = ""
    user_line: SourceLine | None = None


@dataclass(frozen=True)
class LineLink:
    """Lines of the user's program that one line of the shown code stands for."""

    line: int  # 1-based, in `TransformedCode.source`
    user_lines: tuple[int, ...]


@dataclass(frozen=True)
class ResumeLink:
    """A resume function that transformed code calls.

    `name` as shown (``__resume_at_102_2``), `full_name` as in the globals; the rest
    describes its code object, `code_key` as in `TransformedCode`.
    """

    name: str
    co_name: str
    code_key: str = ""
    full_name: str = ""
    file: str = ""
    first_line: int = 0


@dataclass(frozen=True)
class RecompileReason:
    """Why an existing entry could not be used."""

    text: str
    failed: CompileId | None = None


@dataclass(frozen=True)
class Event:
    """Base of all events; `compile_id` is None for what belongs to no compilation."""

    kind: ClassVar[str] = ""
    keeping: ClassVar[Keeping] = Keeping()
    compile_id: CompileId | None


@dataclass(frozen=True)
class RunStarted(Event):
    """A block of `prepare_debug` was entered (or a trace log was opened)."""

    kind: ClassVar[str] = "run_started"
    keeping: ClassVar[Keeping] = Keeping(of_run=True, folded=True)
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
class RunEnded(Event):
    """The block was left; `seconds` is its whole length."""

    kind: ClassVar[str] = "run_ended"
    keeping: ClassVar[Keeping] = Keeping(of_run=True)
    seconds: float = 0.0


@dataclass(frozen=True)
class FrameStarted(Event):
    """Dynamo began an attempt to compile a frame; `stack` ends at the user's frame.

    `source` is the user's function, given once per frame: a frame that gets no entry
    has no other record that holds it.
    """

    kind: ClassVar[str] = "frame_started"
    keeping: ClassVar[Keeping] = Keeping(folded=True)
    co_name: str = ""
    file: str = ""
    first_line: int = 0
    qualified_name: str = ""
    stack: tuple[SourceLine, ...] = ()
    source: str = ""


@dataclass(frozen=True)
class GraphReported(Event):
    """The printed text of one graph at one stage.

    `origin` is ``"trace"`` or ``"hook"``: the k-th graph of a stage from one and the
    k-th from the other are the same graph.  `compiled_fn` is ``__compiled_fn_N`` or
    torch's full name, empty where only the compile id is known.
    """

    kind: ClassVar[str] = "graph"
    keeping: ClassVar[Keeping] = Keeping(per_attempt=True, folded=True)
    stage: str = ""
    text: str = ""
    compiled_fn: str = ""
    origin: str = "trace"
    backward: bool = False
    number: int = -1  # of the file that capture wrote; -1: count in order


@dataclass(frozen=True)
class RunnableGraph(Event):
    """The very text of a GraphModule that runs, for the file a debugger stops in.

    `file` is where capture relocated it to (relative), empty if it did not.
    """

    kind: ClassVar[str] = "runnable_graph"
    keeping: ClassVar[Keeping] = Keeping(per_attempt=True, folded=True)
    stage: str = ""
    text: str = ""
    compiled_fn: str = ""
    boxed: bool = False
    file: str = ""


@dataclass(frozen=True)
class TransformedCode(Event):
    """The code Dynamo made for one cache entry, decompiled, with its original.

    `index` is the ``i`` of ``__transformed_code_{i}_for_{co_name}``, `file` that name.
    `source` is a bare ``def`` (never a header).  `code_key` identifies the *original*
    code object within the process and is equal for all its entries.  `names` maps shown
    short names to torch's full ones.  `graph_calls` are the shown ``__compiled_fn_N``
    that it calls, `global_names` all globals it reads.
    """

    kind: ClassVar[str] = "transformed_code"
    keeping: ClassVar[Keeping] = Keeping(folded=True)
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
    global_names: tuple[str, ...] = ()
    graph_calls: tuple[str, ...] = ()
    resumes: tuple[ResumeLink, ...] = ()
    lines: tuple[LineLink, ...] = ()
    free_names: tuple[str, ...] = ()
    original_quality: str = ""  # set when `original_source` had to be decompiled


@dataclass(frozen=True)
class GuardsReported(Event):
    """All guards of an entry, in the order in which torch checks them.

    `leaves` is ``KIND: TEXT`` of each, as torch has it: taking a thousand texts apart
    would keep the program waiting, so `model.guard_text.guards_reported` does it when
    the journal is read.  Where they were taken apart before, they are in `parts`.
    """

    kind: ClassVar[str] = "guards"
    keeping: ClassVar[Keeping] = Keeping(per_attempt=True, folded=True)
    parts: tuple[GuardPart, ...] = ()
    leaves: tuple[str, ...] = ()
    tree: str = ""  # torch's TREE_GUARD_MANAGER text, empty if not kept


@dataclass(frozen=True)
class GraphBreak(Event):
    """Why Dynamo stopped capturing here, and what torch says about it."""

    kind: ClassVar[str] = "graph_break"
    keeping: ClassVar[Keeping] = Keeping(folded=True)
    reason: str = ""
    explanation: str = ""
    hints: tuple[str, ...] = ()
    context: str = ""
    user_stack: tuple[SourceLine, ...] = ()  # innermost last
    link: str = ""
    text: str = ""  # everything, as torch wrote it
    skipped: str = ""  # why the whole frame runs as plain Python, if it does


@dataclass(frozen=True)
class Recompile(Event):
    """The entry with this id was made because the existing ones did not fit."""

    kind: ClassVar[str] = "recompile"
    keeping: ClassVar[Keeping] = Keeping(folded=True)
    reasons: tuple[RecompileReason, ...] = ()


@dataclass(frozen=True)
class Kernel(Event):
    """Inductor's output code for one graph: kernels and the ``call`` wrapper.

    `language` is ``cpp``, ``triton`` or ``mixed``, empty if it has no kernel of its own
    (only library calls).  `path` is Inductor's cache file.
    """

    kind: ClassVar[str] = "kernel"
    keeping: ClassVar[Keeping] = Keeping(per_attempt=True, folded=True)
    text: str = ""
    language: str = ""
    names: tuple[str, ...] = ()
    compiled_fn: str = ""
    backward: bool = False
    path: str = ""
    number: int = -1  # of the file that capture wrote; -1: count in order


@dataclass(frozen=True)
class CacheLookup(Event):
    """A look-up in a compile cache; `cache` is ``fx_graph`` or ``aot_autograd``."""

    kind: ClassVar[str] = "cache_lookup"
    keeping: ClassVar[Keeping] = Keeping(once=True)
    cache: str = ""
    outcome: str = ""  # hit, miss, bypass
    reason: str = ""
    key: str = ""


@dataclass(frozen=True)
class Metrics(Event):
    """What torch measured for one compilation (forward, or its lazy backward)."""

    kind: ClassVar[str] = "metrics"
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
class FrameSkipped(Event):
    """Dynamo gave up on a frame: it runs as ordinary Python."""

    kind: ClassVar[str] = "frame_skipped"
    keeping: ClassVar[Keeping] = Keeping(folded=True)
    co_name: str = ""
    file: str = ""
    line: int = 0
    reason: str = ""
    at: SourceLine | None = None  # what could not be compiled


@dataclass(frozen=True)
class CompiledBefore(Event):
    """A function that had cache entries already, so its files cannot be made."""

    kind: ClassVar[str] = "compiled_before"
    keeping: ClassVar[Keeping] = Keeping(of_run=True, once=True)
    co_name: str = ""
    qualified_name: str = ""
    file: str = ""
    first_line: int = 0
    entries: int = 0


@dataclass(frozen=True)
class ShapeSymbol(Event):
    """A symbol that Dynamo introduced for a size."""

    kind: ClassVar[str] = "shape_symbol"
    keeping: ClassVar[Keeping] = Keeping(once=True, per_attempt=True)
    symbol: str = ""
    value: str = ""
    value_range: str = ""
    source: str = ""
    user_line: SourceLine | None = None


@dataclass(frozen=True)
class Hits(Event):
    """How often an entry was called so far, its compiling call included."""

    kind: ClassVar[str] = "hits"
    keeping: ClassVar[Keeping] = Keeping(folded=True)
    hits: int = 0


@dataclass(frozen=True)
class RawAttachment(Event):
    """A record kept as it came."""

    kind: ClassVar[str] = "raw"
    name: str = ""
    text: str = ""
    metadata: str = ""  # JSON


@dataclass(frozen=True)
class Failure(Event):
    """Something failed inside depyf and was swallowed; the program was not touched."""

    kind: ClassVar[str] = "failure"
    keeping: ClassVar[Keeping] = Keeping(of_run=True)
    where: str = ""
    error: str = ""
    consequence: str = ""
    detail: str = ""  # traceback


@dataclass(frozen=True)
class OtherProcess(Event):
    """Another process of this run has its own index, in a folder of this directory."""

    kind: ClassVar[str] = "other_process"
    keeping: ClassVar[Keeping] = Keeping(of_run=True, once=True)
    folder: str = ""  # relative: rank_1, pid_4711


@dataclass(frozen=True)
class Note(Event):
    """Something a reader must know, such as why a file is not here."""

    kind: ClassVar[str] = "note"
    keeping: ClassVar[Keeping] = Keeping(of_run=True, once=True)
    text: str = ""
    subject: str = ""  # a function, file or compile id, empty for the whole run
