"""The rule on a generator from outside of compiled code, over which the code loops.

Torch traces generators that compiled code creates.  It cannot iterate over another one,
whose frame may have begun.  A list of the same items can be passed instead.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Mapping, NamedTuple

from depyf.model.findings.expression_parts import passed_to
from depyf.model.findings.names import place
from depyf.model.findings.program_index import index_of_text, parameters_of
from depyf.model.findings.program_text import line_of, program_files
from depyf.model.findings.rule import Cure, Rule
from depyf.model.python_text import text_of
from depyf.torch_text.break_words import is_foreign_generator

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.program_index import Function

_DEEPEST = 4  # calls from the loop to the code that is not compiled
_IN_WORDS = "pass a list of its items: `list(...)`, made outside of the compiled code"


class Passed(NamedTuple):
    """A call outside of compiled code that passes a generator.

    Attributes:
        file: the path of its file.
        node: the expression that is passed.
        text: its source.
    """

    file: str
    node: ast.expr
    text: str


def passed_generators(one: Break, texts: Mapping[str, str]) -> list[Passed]:
    """Return what calls pass for the variable that the broken line loops over.

    Args:
        one: the graph break.
        texts: the text of each file of the program, by path.
    """
    line = one.where
    if line is None or line.file not in texts:
        return []
    function = index_of_text(texts[line.file]).function_at(line.line)
    if function is None or not is_foreign_generator(" ".join(one.texts)):
        return []
    loops = [node for node in ast.walk(function) if _begins(node, line.line)]
    names = {
        part.id
        for node in loops
        for part in ast.walk(node.iter)  # type: ignore[attr-defined]
        if isinstance(part, ast.Name) and part.id in parameters_of(function)
    }
    compiled = {each.co_name for each in one.run.frames} | {function.name}
    found = (_from(texts, function, name, compiled, 0) for name in names)
    return [each for passed in found for each in passed]


def _begins(node: ast.AST, line: int) -> bool:
    is_loop = isinstance(node, (ast.For, ast.comprehension))
    return is_loop and getattr(node.target, "lineno", 0) == line  # type: ignore[attr-defined]


def _from(
    texts: Mapping[str, str],
    function: Function,
    name: str,
    compiled: set[str],
    depth: int,
) -> Iterator[Passed]:
    """Yield what is passed for a parameter, by calls that are not compiled."""
    is_bound = parameters_of(function)[:1] == ["self"]
    for file, text in texts.items() if depth < _DEEPEST else ():
        index = index_of_text(text)
        for call in index.calls.get(function.name, ()):
            value = passed_to(function, call, name, is_bound=is_bound)
            around = index.function_around(call)
            if value is None or isinstance(value, (ast.List, ast.ListComp)):
                continue
            if around is None or around.name not in compiled:
                yield Passed(file, value, text_of(value, text))
            elif isinstance(value, ast.Name) and value.id in parameters_of(around):
                yield from _from(texts, around, value.id, compiled, depth + 1)


def _as_list(one: Break) -> Cure:
    files = {file.file: file for file in program_files(one.run)}
    found = passed_generators(one, {name: file.text for name, file in files.items()})
    if len(found) != 1:
        return Cure("", _IN_WORDS)
    [passed] = found
    line = line_of(files[passed.file], passed.node.lineno)
    if line.text.count(passed.text) != 1:
        return Cure("", f"{_IN_WORDS}, for {place(line)} `{line.text}`")
    edit = line.text.replace(passed.text, f"list({passed.text})")
    return Cure(edit, f"instead of {place(line)}: torch can loop over a list")


FOREIGN_GENERATOR: Rule[Break] = Rule(
    "foreign-generator",
    when=lambda one: is_foreign_generator(" ".join(one.texts)),
    cure=_as_list,
    title="{it.state}: loop over a generator",
    why="The generator was created outside of the compiled code, and torch cannot "
    "iterate over it.",
)
