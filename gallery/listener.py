"""Hears what torch itself tells while it compiles: what a dump is held against."""

from __future__ import annotations

import logging
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from torch._guards import CompileContext

if TYPE_CHECKING:
    from types import CodeType

KEPT = (
    "dynamo_output_graph",
    "aot_forward_graph",
    "aot_backward_graph",
    "aot_inference_graph",
    "inductor_post_grad_graph",
    "inductor_output_code",
    "inductor_provenance_tracking_node_mappings",
)


class Listener(logging.Handler):
    """Keeps what torch tells, by compile id. None of it goes through depyf."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.told: dict[str, dict[str, list[Any]]] = defaultdict(
            lambda: {"graphs": [], "records": []}
        )

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps a record of torch's structured trace that the judge asks for."""
        about: dict[str, Any] = getattr(record, "metadata", {})
        if about.get("frame_id") is None:
            return
        kind = next(iter(about))
        if kind == "artifact":
            kind = about["artifact"]["name"]
        if kind.startswith(KEPT) and about.get("has_payload"):
            name = f"{about['frame_id']}/{about['frame_compile_id']}"
            payload = getattr(record, "payload", "")
            self.told[name]["records"].append([kind, payload])

    def entry(self, original: CodeType, new: CodeType) -> None:
        """Keeps which graphs the code of a new cache entry calls; a bytecode hook."""
        name = str(CompileContext.current_compile_id())
        self.told[name]["graphs"] += [
            name for name in new.co_names if name.startswith("__compiled_fn_")
        ]
