"""Read graphs, the code that fx generates for them, and Inductor's modules."""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING, Any, Callable, Mapping, Sequence

import torch

from depyf.capture.node_origins import GraphOrigins, NodeOrigin, Stack
from depyf.capture.torch_compat.compiling import (
    never_compile,
    outside_dynamo,
    put_before,
    unseen,
)
from depyf.decompiler.exact_types import is_a
from depyf.torch_text.annotations import with_annotations
from depyf.torch_text.source_lines import printed_stack

if TYPE_CHECKING:
    from types import FunctionType

    from depyf.capture.torch_compat.compiling import Restore

# --- graphs -------------------------------------------------------------------------

GraphCallback = Callable[[str, Any], None]
_FORWARD_MODULES = "fwd_nn_module_stack"  # the key in nodes of a backward graph


def intercept_graph_formatter(callback: GraphCallback) -> Restore | None:
    """Call `callback(name, graph_module)` before torch formats a graph for its log.

    Many modules, also of other programs, import `lazy_format_graph_code` by name, so
    its code is replaced (2.2-2.15).
    """
    from torch._dynamo import utils

    def tell(name: str, gm: Any, *_args: object, **_kwargs: object) -> None:
        callback(name, gm)

    return put_before(
        getattr(utils, "lazy_format_graph_code", None),
        _reporting_formatter.__code__,
        _depyf_callback=outside_dynamo(tell),
    )


def _reporting_formatter(
    *args: Any,
    _depyf_callback: Callable[..., None],
    _depyf_original: Callable[..., object],
    **kwargs: Any,
) -> object:
    _depyf_callback(*args, **kwargs)
    return _depyf_original(*args, **kwargs)


def watch_graph_copies(callback: Callable[[Any, Any], None]) -> Restore:
    """Call `callback(original, copy)` whenever a GraphModule is deep-copied (2.2+).

    AOTAutograd runs a copy of the backward graph that it reported.
    """
    graph_module = torch.fx.GraphModule
    original = graph_module.__deepcopy__

    tell = outside_dynamo(callback)

    def copy_and_tell(self: Any, memo: Any) -> Any:
        made = original(self, memo)
        tell(self, made)
        return made

    never_compile(copy_and_tell.__code__)
    graph_module.__deepcopy__ = copy_and_tell  # type: ignore[method-assign, unused-ignore]

    def restore() -> None:
        graph_module.__deepcopy__ = original  # type: ignore[method-assign, unused-ignore]

    return restore


@unseen
def printed_graph(graph_module: Any) -> str:
    """Return a graph as torch prints it, with shapes, strides and devices (2.2+)."""
    try:
        text = graph_module.print_readable(
            print_output=False, include_stride=True, include_device=True
        )
    except TypeError:  # up to 2.3 it does not have the last two parameters
        text = graph_module.print_readable(print_output=False)
        nodes = graph_module.graph.nodes
        layouts = ((node.name, _layout(node.meta)) for node in nodes)
        return with_annotations(str(text), {n: known for n, known in layouts if known})
    return str(text)


def _layout(meta: Mapping[str, object]) -> str:
    """Return ``f32[10][1]cpu`` for a node with a tensor; empty for other nodes."""
    value = meta.get("val", meta.get("example_value"))
    if not isinstance(value, torch.Tensor) or value.layout is not torch.strided:
        return ""
    from torch.fx import graph

    short = getattr(graph, "dtype_abbrs", {}).get(value.dtype)
    if short is None:
        return ""
    shape = ", ".join(str(size) for size in value.shape)
    stride = ", ".join(str(step) for step in value.stride())
    return f"{short}[{shape}][{stride}]{value.device}"


def graph_origins(
    graph_module: Any, mended: Callable[[str], str] = str
) -> GraphOrigins:
    """Return the origins that the nodes of a graph keep (2.2-2.15).

    Args:
        graph_module: any fx GraphModule.
        mended: corrects the text of a stack.
    """
    stacks: dict[str, Stack] = {}
    nodes, inner = {}, {}
    for node in graph_module.graph.nodes:
        if node.op in ("placeholder", "output"):
            continue
        if node.op == "get_attr":
            part = getattr(graph_module, str(node.target), None)
            if isinstance(part, torch.fx.GraphModule):
                inner[str(node.target)] = graph_origins(part, mended)
        stack = node.meta.get("stack_trace") or ""
        if stack not in stacks:
            stacks[stack] = printed_stack(mended(stack))
        modules = node.meta.get("nn_module_stack") or node.meta.get(_FORWARD_MODULES)
        module, kind = [*modules.values()][-1] if modules else ("", "")
        name = kind if isinstance(kind, str) else kind.__name__
        short = name.rpartition(".")[2]
        does = str(node.target)
        nodes[node.name] = NodeOrigin(stacks[stack], str(module), short, does)
    return GraphOrigins(nodes, inner, _keeps_modules(graph_module))


def module_classes(graph_module: Any) -> dict[str, type | str]:
    """Return the classes of the modules in which a captured graph's nodes ran.

    The keys are torch's expressions for the modules.  They include all modules around a
    node, not only the innermost one (2.2+).
    """
    found: dict[str, type | str] = {}
    for node in graph_module.graph.nodes:
        for path, kind in (node.meta.get("nn_module_stack") or {}).values():
            if isinstance(kind, type):
                found[str(path)] = kind
            else:
                found[str(path)] = str(kind).rpartition(".")[2]
    return found


def _keeps_modules(graph_module: Any) -> bool:
    """Return whether the nodes of a graph name their modules.

    Up to 2.5, nodes of a backward graph do not.
    """
    aot = sys.modules.get("torch._functorch._aot_autograd.utils")
    if aot is None or hasattr(aot, "copy_fwd_metadata_to_bw_nodes"):
        return True
    inputs = (node for node in graph_module.graph.nodes if node.op == "placeholder")
    return not any(str(node.target).startswith("tangents") for node in inputs)


def forward_function(graph_module: Any, *, generate: bool) -> FunctionType | None:
    """Return the generated `forward` that a graph module runs (2.2-2.15).

    Args:
        graph_module: any fx GraphModule.
        generate: whether to generate it now if it does not exist yet.
    """
    recompile = getattr(graph_module, "real_recompile", None)
    if generate and recompile is not None:
        recompile()
    forward = type(graph_module).forward
    if forward.__code__.co_name == "_lazy_forward":
        return None
    return forward if isinstance(forward, types.FunctionType) else None


def generated_source(filename: str) -> str | None:
    """Return the source for a file name of fx, such as ``<eval_with_key>.N``."""
    from torch.fx import graph_module

    loader = getattr(graph_module, "_loader", None)
    source = None if loader is None else loader.get_source(filename)
    return source if isinstance(source, str) else None


@unseen
def tensor_words(value: object) -> str:
    """Return the shape, dtype and device of a tensor; empty for other objects."""
    if not is_a(value, torch.Tensor):
        return ""
    kind = "a tensor" if type(value) is torch.Tensor else f"a {type(value).__name__}"
    grad = ", requires_grad" if value.requires_grad else ""
    shape, dtype = list(value.shape), str(value.dtype).rpartition(".")[2]
    return f"{kind} of shape {shape}, {dtype}, {value.device}{grad}"


def is_boxed(graph_module: Any) -> bool:
    """Return whether the generated `forward` takes all arguments in one list."""
    codegen = getattr(graph_module.graph, "_codegen", None)
    return type(codegen).__name__ == "_BoxedCodeGen"


def generated_names() -> list[str]:
    """Return the file names of all sources that fx has generated in this process."""
    from torch.fx import graph_module

    loader = getattr(graph_module, "_loader", None)
    return list(getattr(loader, "eval_cache", ()))


def run_interpreted_graphs_as_code() -> Restore | None:
    """Let graphs that ``aot_eager`` interprets run as generated code (2.2-2.9).

    Return None if it runs their code anyway (2.10+). Only graphs whose code has a
    dumped file are affected: a debugger cannot step through the others.
    """
    from torch._dynamo.backends import debugging

    run = [c for c in debugging.boxed_nop.__code__.co_consts if hasattr(c, "co_names")]
    if not any("boxed_run" in code.co_names for code in run):
        return None
    interpreter = torch.fx.Interpreter
    original = interpreter.boxed_run

    def boxed_run(self: Any, args_list: Any) -> Any:
        forward = forward_function(self.module, generate=False)
        plain = type(self) is interpreter and forward is not None
        if not plain or generated_source(forward.__code__.co_filename) is not None:  # type: ignore[union-attr]
            return original(self, args_list)
        arguments = list(args_list)
        args_list.clear()
        return self.module.forward(*arguments)

    interpreter.boxed_run = boxed_run  # type: ignore[method-assign, unused-ignore]

    def restore() -> None:
        interpreter.boxed_run = original  # type: ignore[method-assign, unused-ignore]

    return restore


# --- Inductor -----------------------------------------------------------------------

ModuleLoader = Callable[..., types.ModuleType]


def wrap_kernel_loader(
    wrap: Callable[[ModuleLoader], ModuleLoader],
) -> Restore | None:
    """Replace Inductor's loader of generated modules; None if it cannot be (2.2+).

    `wrap` gets the original bound loader and returns its replacement.  The replacement
    gets all arguments that torch passes; 2.13 added `set_sys_modules`.
    """
    from torch._inductor.codecache import PyCodeCache

    original = vars(PyCodeCache).get("load_by_key_path")
    if not isinstance(original, classmethod):
        return None
    replacement = outside_dynamo(wrap(PyCodeCache.load_by_key_path))

    def load(_cls: type, *args: Any, **kwargs: Any) -> types.ModuleType:
        return replacement(*args, **kwargs)

    never_compile(load.__code__)
    PyCodeCache.load_by_key_path = classmethod(load)  # type: ignore[assignment, method-assign, unused-ignore]

    def restore() -> None:
        PyCodeCache.load_by_key_path = original  # type: ignore[assignment, method-assign, unused-ignore]

    return restore


def track_provenance() -> Restore | None:
    """Let Inductor record the operations that each kernel comes from (2.9+).

    Since 2.12 this is a part of its cache keys, so everything is compiled again.
    """
    from torch._inductor import config

    before = getattr(config.trace, "provenance_tracking_level", None)
    if before is None:
        return None
    config.trace.provenance_tracking_level = 1

    def restore() -> None:
        config.trace.provenance_tracking_level = before

    return restore


def kernel_nodes() -> Mapping[str, Sequence[str]]:
    """Return the nodes of each launch ``kernel:number`` in this compilation.

    Inductor has them only if it tracks provenance (2.9+), when it loads a module.
    """
    debug = sys.modules.get("torch._inductor.debug")
    found: Mapping[str, Sequence[str]] = getattr(
        debug, "_inductor_triton_kernel_to_post_grad_node_info", {}
    )
    return found


def kernel_loader() -> ModuleLoader:
    """Return Inductor's current loader of generated modules (2.2+)."""
    from torch._inductor.codecache import PyCodeCache

    loader: ModuleLoader = PyCodeCache.load_by_key_path
    return loader
