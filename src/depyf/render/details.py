"""Describe one compilation in sentences for the index: time, calls, effects, memory.

Text between backticks is code.  Callers escape the other text for their format.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Iterable, Sequence

from depyf.model.by_identity import once_each
from depyf.model.detail_events import ShapeGuard
from depyf.model.events import CacheLookup, Metrics, ShapeSymbol
from depyf.model.families import fold
from depyf.model.guard_facts import names_of
from depyf.model.kernel_origins import origins_of
from depyf.model.phases import phases
from depyf.model.saved_tensors import saved_for_backward
from depyf.model.size_conditions import in_symbols, matched
from depyf.model.source_places import by_file, file_lines, one_line
from depyf.model.wording import counted, shortened
from depyf.render.fitting import fitted
from depyf.render.places import place
from depyf.torch_text.access_paths import paths_of
from depyf.torch_text.environment import MODE
from depyf.torch_text.names import state_named
from depyf.torch_text.path_names import readable
from depyf.torch_text.shape_guards import equation

if TYPE_CHECKING:
    from depyf.model.detail_events import Annotation, SideEffect
    from depyf.model.events import SourceLine
    from depyf.model.kernel_origins import Origin
    from depyf.model.run import Compilation, Frame
    from depyf.model.saved_tensors import SavedTensor
    from depyf.torch_text.path_names import PathNames

_MOST_SAVED, _MOST_GUARDS, _MOST_NODES = 3, 8, 6
_MOST_KERNELS = 4
_LONGEST = 80
_CACHES = {"fx_graph": "FX-graph cache", "aot_autograd": "AOTAutograd cache"}
_PLURALS = {"hit": "hits", "miss": "misses", "bypass": "bypasses"}
_WIDTH_OF_EFFECTS = 200


# --- time -----------------------------------------------------------------------------


def time_words(compilation: Compilation) -> str:
    """Return the time of each phase and the outcomes of cache look-ups, in words."""
    parts = []
    for metrics in compilation.facts.all(Metrics):
        found = phases(compilation, metrics)
        if len(found) > 1:
            each = ", ".join(f"{name} {_seconds(s)}" for name, s in found.items())
            what = "its backward" if metrics.backward else "compiling"
            parts.append(f"{what} took {_seconds(metrics.seconds)}: {each}")
    caches = cache_words(compilation)
    return "; ".join([*parts, caches] if caches else parts)


def cache_words(compilation: Compilation) -> str:
    """Return words such as ``FX-graph cache: 2 misses, AOTAutograd cache: miss``."""
    lookups = compilation.facts.all(CacheLookup)
    counts = Counter((one.cache, one.outcome) for one in lookups)
    why = {(one.cache, one.outcome): one.reason for one in lookups}
    words: dict[str, list[str]] = {}
    for (cache, outcome), number in counts.items():
        text = outcome if number == 1 else f"{number} {_PLURALS.get(outcome, outcome)}"
        reason = why[cache, outcome]
        if outcome == "bypass" and reason:
            text += f" ({shortened(one_line(reason), _LONGEST)})"
        words.setdefault(_CACHES.get(cache, cache), []).append(text)
    return ", ".join(f"{cache}: {' and '.join(t)}" for cache, t in words.items())


def _seconds(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 0.1 else f"{seconds * 1000:.0f} ms"


# --- calls ----------------------------------------------------------------------------


def plain_calls_words(frame: Frame) -> str:
    """Return how often the function ran as plain Python; empty if never."""
    if not frame.plain_calls:
        return ""
    times = "once" if frame.plain_calls == 1 else f"{frame.plain_calls} times"
    return (
        f"it ran {times} as plain Python, without any entry (the recompile limit, "
        "a stance, or a call that does not go through torch.compile)"
    )


# --- side effects ---------------------------------------------------------------------


@once_each  # each entry is compared with all entries before it
def side_effect_words(compilation: Compilation) -> str:
    """Return the objects that change after the graph has run, with types and lines."""
    places: dict[tuple[str, str], list[str]] = {}
    names = effect_names(compilation)
    for effect in compilation.side_effects:
        key = _effect_places(effect), _known_type(effect)
        places.setdefault(key, []).append(target_name(effect, names))
    shown = []
    for (where, kind), targets in places.items():
        for family in fold(targets):
            count = len([name for name in targets if name == family.parts[0]])
            name = family.parts[0]
            words = name if name in {NAMELESS, MODE} else f"`{family.ranges}`"
            words = f"{count} times {words}" if count > 1 else words
            about = ", ".join(text for text in (kind, where) if text)
            shown.append(f"{words} ({about})" if about else words)
    return fitted("", shown, "{} more", _WIDTH_OF_EFFECTS)


def _effect_places(effect: SideEffect) -> str:
    if len(effect.user_lines) == 1:
        return _line(effect.user_lines[0])
    return ", ".join(file_lines(by_file(effect.user_lines)))


def _known_type(effect: SideEffect) -> str:
    kind = effect.type_name
    return kind if kind not in {"cell", "NoneType"} else ""


NAMELESS = "an object made in it"


def effect_names(compilation: Compilation) -> PathNames:
    """Return readable names for the paths to the objects that side effects change."""
    effects = compilation.side_effects
    paths = (path for effect in effects for path in paths_of(effect.target))
    return names_of(paths, compilation.guards if effects else ())


def target_name(effect: SideEffect, names: PathNames | None = None) -> str:
    """Return the path to a changed object as Python code, such as `self.seen`."""
    if paths_of(effect.target):
        return names.in_text(effect.target) if names else readable(effect.target)
    if effect.target.isidentifier():
        return effect.target
    return state_named(effect.target) or NAMELESS


def target_words(effect: SideEffect) -> str:
    """Return the user's name for a changed object, and its type.

    ``L['self'].seen`` becomes `self.seen`, ``G['COUNT']`` becomes `global COUNT`.
    """
    name = f"`{target_name(effect)}`"
    if effect.target.startswith("G["):
        name = f"global {name}"
    elif target_name(effect) == NAMELESS:
        name = one_line(effect.target) or NAMELESS
    kind = _known_type(effect)
    article = "an" if kind[:1].lower() in {*"aeiou"} else "a"
    return f"{name}, {article} {kind}" if kind else name


def annotation_words(annotation: Annotation) -> str:
    """Return an annotation of a backend as ``name = value`` pairs."""
    pairs = [
        f"{one_line(name)} = {shortened(one_line(value), _LONGEST)}"
        for name, value in annotation.metadata.items()
    ]
    after = f" (after `{annotation.graph}`)" if annotation.graph else ""
    return ", ".join(pairs) + after


# --- sizes ----------------------------------------------------------------------------


def condition_words(compilation: Compilation) -> list[str]:
    """Return a sentence for each condition on sizes; those with user lines come first.

    Each condition is a guard: a call that does not meet it needs another entry.
    """
    guards = sorted(_worth_telling(compilation.facts.all(ShapeGuard)), key=_has_no_line)
    told = map(_shape_guard, guards, _conditions(compilation, guards))
    every = list(dict.fromkeys(told))  # two reports may be of one guard
    words = every[:_MOST_GUARDS]
    if len(every) > _MOST_GUARDS:
        words.append(f"{len(every) - _MOST_GUARDS} more conditions, in summary.json")
    return words


def conditions(compilation: Compilation) -> list[str]:
    """Return each reported condition on sizes, with Python's operators."""
    return _conditions(compilation, compilation.facts.all(ShapeGuard))


def _conditions(compilation: Compilation, guards: Sequence[ShapeGuard]) -> list[str]:
    """Return conditions as their guards are printed if that is known."""
    symbols = compilation.facts.all(ShapeSymbol)
    printed = matched(compilation.guards, guards, symbols)
    return [
        in_symbols(printed[one], symbols)
        if one in printed and not one.reason
        else equation(one.expression)
        for one in guards
    ]


def _has_no_line(guard: ShapeGuard) -> bool:
    return guard.user_line is None


def _worth_telling(guards: Sequence[ShapeGuard]) -> list[ShapeGuard]:
    """Drop torch's own equations, and guards that repeat that a size is constant.

    Torch's own equations have no user line.  A repetition says again that a size is
    constant.
    """
    constant = {guard.expression for guard in guards if guard.reason}
    found = []
    for guard in guards:
        internal = guard.user_line is None and guard.expression.startswith("Eq(")
        if guard.reason or not (internal or equation(guard.expression) in constant):
            found.append(guard)
    return found


def _shape_guard(guard: ShapeGuard, condition: str) -> str:
    """Return a condition and its line."""
    where = _line(guard.user_line) if guard.user_line else "torch itself"
    where += f", in {_line(guard.run_line)}" if guard.run_line else ""
    if guard.reason:
        return f"`{condition}`: made a constant by {where}"
    return f"`{condition}` needed by {where}"


# --- memory ---------------------------------------------------------------------------


def saved_words(compilation: Compilation, prefix: str) -> str:
    """Return the tensors that a graph saves for its backward; empty if none."""
    for saved in saved_for_backward(compilation):
        if saved.prefix != prefix:
            continue
        own = saved.own
        given = len(saved.tensors) - len(own)
        if not own:
            return f"{counted(given, 'argument')} of it, nothing else"
        size = bytes_words(saved.own_bytes)
        unknown = any(one.bytes is None for one in own)
        text = f"{counted(len(own), 'tensor')}, {'at least ' if unknown else ''}{size}"
        memory: dict[str, list[SavedTensor]] = {}
        for one in own:
            memory.setdefault(one.base or one.name, []).append(one)
        shared = list(memory.values())
        shown, others = shared[:_MOST_SAVED], shared[_MOST_SAVED:]
        text += f": {', '.join(map(_saved, shown))}"
        rest = [one for each in others for one in each]
        if rest:
            least = shown[-1][0].bytes or 0
            sizes = [one.bytes for one in rest]
            is_less = all(size is not None and size < least for size in sizes)
            text += f", {len(rest)} {'smaller' if is_less else 'more'}"
        return f"{text}; and {counted(given, 'argument')} of it" if given else text
    return ""


def _saved(shared: Sequence[SavedTensor]) -> str:
    """Return a tensor in words, with the others that share its memory."""
    one, others = shared[0], len(shared) - 1
    size = "" if one.bytes is None else f" {bytes_words(one.bytes)}"
    if others and one.storage is not None:
        views = counted(others, "view", "views")
        size = f" and {views} of the same {bytes_words(one.storage)}"
    where = f" from {place(one.place.file, one.place.line)}" if one.place else ""
    where = f", a copy of an argument{where}" if one.copied else where
    return f"`{one.name}` {one.type.partition(']')[0]}]{size}{where}"


def bytes_words(number: int) -> str:
    """Return a number of bytes with a unit.

    >>> bytes_words(416), bytes_words(1_300_000)
    ('416 B', '1.3 MB')
    """
    size = float(number)
    for unit in ("B", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} B" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"


# --- kernels --------------------------------------------------------------------------


def kernel_words(compilation: Compilation, prefix: str) -> list[str]:
    """Return a sentence for each kernel of a graph, with its lines and operations."""
    words = []
    for module in compilation.kernels:
        if module.prefix == prefix:
            words += [
                _kernel(origin, backward=module.backward)
                for origin in joined(origins_of(compilation, module))
            ]
    if len(words) > _MOST_KERNELS:
        more = len(words) - _MOST_KERNELS
        words[_MOST_KERNELS:] = [f"{more} more kernels, in summary.json"]
    return words


def joined(origins: Iterable[Origin]) -> list[Origin]:
    """Return each kernel once: several calls of a library function are merged."""
    found: dict[tuple[str, str], Origin] = {}
    for origin in origins:
        key = (origin.kernel, origin.how)
        before = found.get(key)
        if before is None:
            found[key] = origin
        else:
            nodes = tuple(dict.fromkeys([*before.nodes, *origin.nodes]))
            places = tuple(dict.fromkeys([*before.places, *origin.places]))
            found[key] = replace(before, nodes=nodes, places=places)
    return list(found.values())


def _kernel(origin: Origin, *, backward: bool) -> str:
    which = "backward kernel" if backward else "kernel"
    if not origin.nodes and not origin.places:
        return f"{which} `{origin.kernel}`; torch did not record its origin"
    # Leave out guessed nodes: lines that torch recorded would look guessed, too.
    told = () if origin.nodes_inferred else origin.nodes
    nodes = ", ".join(told[:_MOST_NODES])
    if len(told) > _MOST_NODES:
        nodes += f", {len(told) - _MOST_NODES} more"
    where = _places(origin.places)
    origins = f"{where} ({nodes})" if where and nodes else where or nodes
    mark = f", {origin.doubt}" if origin.doubt else ""
    written = f", written at {_places([origin.written])}," if origin.written else ""
    return f"{which} `{origin.kernel}`{written} from {origins}{mark}"


def _places(places: Iterable[SourceLine]) -> str:
    shown = file_lines(by_file(places))
    return ", ".join(shown[:3]) + (" and more" if len(shown) > 3 else "")


def _line(line: SourceLine) -> str:
    text = one_line(line.text).strip()
    shown = f" `{shortened(text, _LONGEST)}`" if text and "`" not in text else ""
    return f"{place(line.file, line.line)}{shown}"
