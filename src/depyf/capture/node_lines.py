"""Write the user's lines above the nodes of a graph, if they are known.

The lines come from the nodes, or from torch's text if the graph comes from a cache.
Inductor's passes mix up lines, so these are corrected by the graph before the passes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from depyf.capture import torch_compat
from depyf.capture.node_origins import kept_origins, origins_in_text, with_origins
from depyf.capture.user_lines import line_of_this_program, with_own_places
from depyf.model.stages import AFTER_POST_GRAD, BACKWARD, FORWARD

if TYPE_CHECKING:
    from depyf.capture.node_origins import GraphOrigins
    from depyf.capture.user_lines import UserLines

_BEFORE_PASSES = (FORWARD, BACKWARD)  # the stages before Inductor's passes


class NodeLines:
    """Annotates graphs; remembers the origins of graphs that Inductor will lower."""

    def __init__(self, user_lines: UserLines) -> None:
        self._user_lines = user_lines
        self._before: dict[tuple[str, str], GraphOrigins] = {}

    def annotated(
        self, text: str, stage: str, prefix: str, module: Any, captured: str
    ) -> str:
        """Return the text of a graph with the lines of this program above its nodes.

        Args:
            text: the graph as torch prints it.
            stage: the stage of the graph.
            prefix: the name of the graph, ``__compiled_fn_N``.
            module: the graph module; None if it is not available.
            captured: the text of the captured graph that this graph was made from;
                empty if unknown, and for the captured graph itself.
        """
        text = self._user_lines.in_text(text)
        if module is None:
            text = self._own(text, captured)
        origins = self._origins(text, stage, prefix, module)
        if origins is not None:
            text = with_origins(text, origins, torch_compat.is_library)
        return text if module is None else self._own(text, captured)

    def forget(self, stage: str, prefix: str) -> None:
        """Forget a graph that has been lowered."""
        self._before.pop((stage, prefix), None)

    def _own(self, text: str, captured: str) -> str:
        """Drop lines of other programs, which a cache may add to a graph's text."""
        if not captured:
            return text
        return with_own_places(text, captured, line_of_this_program)

    def _origins(
        self, text: str, stage: str, prefix: str, module: Any
    ) -> GraphOrigins | None:
        """Return the origins to write above nodes; None if the text stays as it is."""
        if module is not None:
            origins = torch_compat.graph_origins(module, self._user_lines.in_text)
        elif stage in (*_BEFORE_PASSES, AFTER_POST_GRAD):
            origins = origins_in_text(text)
        else:
            return None
        if stage in _BEFORE_PASSES:
            self._before[stage, prefix] = origins
        lowered = BACKWARD if torch_compat.compiling_backward() else FORWARD
        before = self._before.get((lowered, prefix))
        if stage == AFTER_POST_GRAD and before is not None:
            if module is None and lowered == BACKWARD:  # from a cache: the code is here
                self.forget(lowered, prefix)
            return kept_origins(origins, before, torch_compat.is_library)
        return origins if module is not None else None
