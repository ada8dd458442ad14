"""Which objects a function was compiled for: ``layers[0..11]`` of `Block.forward`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from depyf.torch_text.module_paths import unfolded

if TYPE_CHECKING:
    from depyf.model.run import Frame


class Instances(NamedTuple):
    """The modules of one class that a function is a method of, by path.

    `made` have an entry that was made for them, `refused` were tried in vain, and
    `others` were never tried.  An entry may fit several modules, so `refused` and
    `others` run as plain Python for certain only where torch stopped compiling.
    """

    class_name: str
    made: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


def instances_of(frame: Frame) -> tuple[Instances, ...]:
    """Return the modules that a frame was compiled for and their siblings, by class.

    Nothing is said of a module that is called itself, whose path is empty.
    """
    made: dict[str, dict[str, bool]] = {}
    every: dict[str, dict[str, None]] = {}
    for compilation in frame.compilations:
        known = compilation.instance
        if known is None or not known.path:
            continue
        tried = made.setdefault(known.instance_class, {})
        has_entry = compilation.entry is not None
        tried[known.path] = has_entry or tried.get(known.path, False)
        paths = (path for folded in known.instances for path in unfolded(folded))
        every.setdefault(known.instance_class, {}).update(dict.fromkeys(paths))
    return tuple(
        Instances(
            name,
            tuple(path for path, has_entry in tried.items() if has_entry),
            tuple(path for path, has_entry in tried.items() if not has_entry),
            tuple(path for path in every[name] if path not in tried),
        )
        for name, tried in made.items()
    )
