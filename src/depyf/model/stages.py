"""The stages of a graph: their names in files, their order, and their titles.

The name of a stage is part of a file name: ``__compiled_fn_1.Forward_graph.0.py``.  A
stage has two names in torch: in calls of ``lazy_format_graph_code``, and as the kind of
a structured-trace record.  `stage_name` accepts both.
"""

from __future__ import annotations

from depyf.records import dataclass
from depyf.regexes import regex
from depyf.torch_text.names import is_graph_name


@dataclass(frozen=True)
class Stage:
    """A stage that depyf knows.

    Attributes:
        name: the stage's part of a file name.
        title: a short title, or torch's name of the stage.
        about: what the graph contains at this stage.
        words: a description, if the title is torch's name.
    """

    name: str
    title: str
    about: str
    words: str = ""

    @property
    def label(self) -> str:
        """The title; if it is torch's name, the words with the title in brackets."""
        return f"{self.words} ({self.title})" if self.words else self.title


CAPTURED = "Captured_Graph"
JOINT = "Joint_graph"
FORWARD = "Forward_graph"
BACKWARD = "Backward_graph"
BEFORE_PRE_GRAD = "BEFORE_PRE_GRAD"
AFTER_POST_GRAD = "AFTER_POST_GRAD"
# Graphs of ATen operations, made from the captured graph.
LOWERED = (JOINT, FORWARD, BACKWARD, AFTER_POST_GRAD)

# In reading order: from the user's operations down to what Inductor lowers.
STAGES: tuple[Stage, ...] = (
    Stage(CAPTURED, "Captured", "the operations Dynamo captured, as written"),
    Stage(
        BEFORE_PRE_GRAD, "BEFORE_PRE_GRAD", "what Inductor starts from", "Into Inductor"
    ),
    Stage(
        "AFTER_PRE_GRAD",
        "AFTER_PRE_GRAD",
        "after Inductor's first passes",
        "First passes",
    ),
    Stage(JOINT, "Joint", "forward and backward in one graph, decomposed to ATen"),
    Stage(
        "BEFORE_JOINT",
        "BEFORE_JOINT",
        "before Inductor's joint passes",
        "Into the joint passes",
    ),
    Stage(
        "AFTER_JOINT", "AFTER_JOINT", "after Inductor's joint passes", "Joint passes"
    ),
    Stage(FORWARD, "Forward", "the forward graph, in ATen operations"),
    Stage(BACKWARD, "Backward", "the backward graph, in ATen operations"),
    Stage(
        "BEFORE_POST_GRAD",
        "BEFORE_POST_GRAD",
        "before Inductor's last passes",
        "Into the last passes",
    ),
    Stage(
        AFTER_POST_GRAD, "AFTER_POST_GRAD", "the graph that Inductor lowers", "Lowered"
    ),
)
STAGE_BY_NAME = {stage.name: stage for stage in STAGES}
_ORDER = {stage.name: position for position, stage in enumerate(STAGES)}

# Kinds of torch.__trace records ("artifact:NAME" for artifacts).
_TRACE_KINDS = {
    "dynamo_output_graph": CAPTURED,
    "aot_joint_graph": JOINT,
    "aot_forward_graph": FORWARD,
    "aot_inference_graph": FORWARD,
    "aot_backward_graph": BACKWARD,
    "before_pre_grad_graph": BEFORE_PRE_GRAD,
    "inductor_pre_grad_graph": BEFORE_PRE_GRAD,
    "after_pre_grad_graph": "AFTER_PRE_GRAD",
    "before_joint_graph": "BEFORE_JOINT",
    "after_joint_graph": "AFTER_JOINT",
    "before_post_grad_graph": "BEFORE_POST_GRAD",
    "inductor_post_grad_graph": AFTER_POST_GRAD,
    "after_post_grad_graph": AFTER_POST_GRAD,
}
# torch writes most of these records as artifacts, and some under their own kind.
GRAPH_RECORDS = (*_TRACE_KINDS, *(f"artifact:{kind}" for kind in _TRACE_KINDS))
# Names in calls of lazy_format_graph_code that differ from the stage's name. For the
# others, replacing the characters that a file name cannot hold gives the stage.
_FORMATTER_NAMES = {
    "Captured Graph": CAPTURED,
    "captured_graph": CAPTURED,
    "Inference graph": FORWARD,
}
_UNSAFE = regex(r"[^\w.\-]+")


def stage_name(name: str) -> str:
    """Return the stage for a trace kind or a ``lazy_format_graph_code`` name.

    >>> stage_name("artifact:inductor_post_grad_graph"), stage_name("before split")
    ('AFTER_POST_GRAD', 'before_split')
    """
    kind = name[len("artifact:") :] if name.startswith("artifact:") else name
    if is_graph_name(kind):
        return CAPTURED  # Dynamo passes the graph's own name, not a stage
    known = _TRACE_KINDS.get(kind) or _FORMATTER_NAMES.get(kind)
    return known or _UNSAFE.sub("_", kind).strip("_") or "graph"


def stage_order(name: str) -> int:
    """Return a sort key: known stages in reading order, others after them."""
    return _ORDER.get(name, len(_ORDER))


def stage_label(name: str) -> str:
    """Return the page's label of a stage: a description with torch's name."""
    stage = STAGE_BY_NAME.get(name)
    return stage.label if stage else name


def stage_title(name: str) -> str:
    """Return the title of a stage for the index."""
    stage = STAGE_BY_NAME.get(name)
    return stage.title if stage else name
