"""Write the guards of an entry as readable predicates in valid Python.

Conditions that all entries of a function have are one predicate, and each entry's own
conditions are another.  Repeated conditions become ``all(... for ...)``.  The model
finds facts and families; this module writes their lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Iterator, NamedTuple, Sequence

from depyf.model.families import KEY, Family, Shared, fold, share
from depyf.model.guard_fact import OBJECTS, ORDER, STATE
from depyf.model.source_places import by_file, file_lines, one_line
from depyf.model.wording import counted, shortened
from depyf.records import dataclass
from depyf.regexes import regex
from depyf.render.fitting import broken, in_rows
from depyf.render.guard_aliases import with_aliases
from depyf.render.guard_tables import Table, tables
from depyf.torch_text.guards import without_addresses

if TYPE_CHECKING:
    from depyf.model.events import Guard
    from depyf.model.guard_fact import GuardFact

WIDTH = 120
_NAME = regex(r"[^\W\d]\w*")
_ROOT_LOCAL = regex(r"(?<![\w.'\"])(?P<name>[^\W\d]\w*)")
_LOOP_NAMES = "ijkmnpqrtuvw"
_EACH, _KEYS = ("it", "each", "one", "each_one"), ("key", "name", "each_key")
_LOOSE = regex(r" (?:or|if) |\blambda\b|:=")
_INNER = ("part", "own", "inner", "each_part")
# Names of loop variables, and of functions that conditions call.
_RESERVED = frozenset(
    {*_LOOP_NAMES, *_EACH, *_KEYS, *_INNER, "kind", "size", "L", "G"}
    | {"is_tensor", "same_object", "no_aliasing"}
)
_FEWEST_ALIKE = 3  # families with the same numbers that share one loop
_INDENT = 12  # characters in front of a condition, with its "and"
_ROOM = WIDTH - _INDENT
_SHORTEST_CODE = 20
_IN_TABLES = (OBJECTS, STATE)  # categories that users can rarely change


@dataclass(frozen=True)
class Predicate:
    """A function that checks guards.

    Attributes:
        name: the name of the function.
        facts: the conditions, in the order in which they are shown.
        other: guards that torch does not print as Python.
        first: calls of other predicates, which are checked first.
    """

    name: str
    facts: Sequence[GuardFact]
    other: Sequence[Guard] = ()
    first: Sequence[str] = ()


def predicate_text(predicate: Predicate, names: Iterable[str]) -> str:
    """Return the source of a predicate, a function of ``L`` and ``G``.

    Args:
        predicate: the predicate.
        names: the arguments and variables of the guarded function.
    """
    facts: list[GuardFact] = []
    odd: list[GuardFact] = []
    for fact in predicate.facts:
        (facts if fact.python else odd).append(fact)
    lines = [f"def {predicate.name}(L, G):"]
    words = [f"{one_line(p.expression)}{_remark(p.remark)}" for p in predicate.other]
    words += [f"{one_line(fact.text)}{_remark(fact.remark)}" for fact in odd]
    if words:
        lines.append("    # Also checked; torch does not print these as Python:")
        lines += [f"    #   {without_addresses(text)}" for text in dict.fromkeys(words)]
    names = list(names)
    arguments = _arguments(facts, names)
    facts, aliases = with_aliases(facts, _RESERVED.union(names))
    statements = list(_statements(facts))
    statements[:0] = [[call] for call in predicate.first]
    if not statements:
        lines.append(
            "    return True" if words else "    return True  # it always fits"
        )
        return "\n".join(lines)
    lines += [*arguments, *(f"    {line}" for line in aliases), "    return ("]
    joint = ""
    for statement in statements:
        is_new = True
        for line in statement:
            if line.startswith("#") or not is_new:
                lines.append(f"        {line}")
            else:
                lines.append(f"        {joint}{line}")
                joint, is_new = "and ", False
    return "\n".join([*lines, "    )"])


def _arguments(facts: Sequence[GuardFact], names: Iterable[str]) -> list[str]:
    """Return assignments such as ``x, y = L["x"], L["y"]`` for the used names."""
    used = {
        found["name"] for fact in facts for found in _ROOT_LOCAL.finditer(fact.subject)
    }
    named = (one for one in dict.fromkeys(names) if one in used and one.isidentifier())
    return in_rows(named, _naming, WIDTH)


def _naming(names: Sequence[str]) -> str:
    values = ", ".join(f'L["{name}"]' for name in names)
    return f"    {', '.join(names)} = {values}"


def _remark(text: str) -> str:
    return f"  # {shortened(one_line(text), 80)}" if text else ""


class Condition(NamedTuple):
    """The text of a condition or folded family, and the texts of its facts."""

    text: str
    members: Sequence[str]


def conditions(facts: Sequence[GuardFact], category: str) -> list[Condition]:
    """Return the conditions of one category; a family of facts is one condition."""
    own = [fact for fact in facts if fact.category == category]
    by_text = {fact.text: fact for fact in own}
    shared = share((fact.before, fact.subject, fact.after) for fact in own)
    return [
        Condition("\n".join(lines), members)
        for one in shared
        for lines, members in _condition(one, by_text)
    ]


def _statements(facts: Sequence[GuardFact]) -> Iterable[list[str]]:
    """Yield the lines of each condition, and a heading before each category."""
    for category in ORDER:
        own = [fact for fact in facts if fact.category == category]
        if own:
            yield [f"# {category}"]
        by_text = {fact.text: fact for fact in own}
        shared = share((fact.before, fact.subject, fact.after) for fact in own)
        used = _names(*(fact.text for fact in own))
        for one in tables(shared, used) if category in _IN_TABLES else shared:
            if isinstance(one, Table):
                members = [text for part in one.statements for text in part.members()]
                yield _with_line(_rows(one), [by_text[text] for text in members])
            else:
                yield from (lines for lines, _ in _condition(one, by_text))


def _rows(table: Table) -> list[str]:
    """Return the lines of a table."""
    items = []
    for statement, value in table.rows:
        for family in statement.subjects:
            text, loops = _comprehension(family, [*table.names, *_names(value)])
            clauses = "".join(f" for {n} in {_tuple(values)}" for n, values in loops)
            row = f"({text}, {value})"
            items.append(f"*({row}{clauses})" if clauses else row)
    return _all(table.text, [(", ".join(table.names), items)])


def _condition(
    one: Shared, facts: dict[str, GuardFact]
) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the lines of a condition or folded family, and the texts of its facts."""
    before, after = one.parts
    if not before and not after and not one.keys:
        for family in one.subjects:
            members = list(family.members())
            yield _with_line(_whole(family), [facts[text] for text in members]), members
        return
    members = list(one.members())
    yield _with_line(_shared(one), [facts[text] for text in members]), members


def _whole(family: Family) -> list[str]:
    """Return the lines of a family of statements."""
    if not family.holes:
        text = family.parts[0]
        if text.startswith("no_aliasing("):
            return _call(text)
        return broken(_operand(text), _ROOM)
    text, loops = _comprehension(family)
    return _all(text, loops)


def _operand(text: str) -> str:
    """Return a condition as an operand of ``and``."""
    return f"({text})" if _LOOSE.search(text) else text


def _shared(one: Shared) -> list[str]:
    """Return the lines of a statement about one subject or several."""
    before, after = one.parts
    used = _names(before, after, *(p for f in one.subjects for p in f.parts))
    loops: list[tuple[str, list[str]]] = []
    key = one.keys[0] if len(one.keys) == 1 else _free(_KEYS, used)
    before, after = before.replace(KEY, key), after.replace(KEY, key)
    if len(one.subjects) == 1:
        parts = list(one.subjects[0].parts)
        parts[0] = before + parts[0]
        parts[-1] += after
        family = Family(tuple(parts), one.subjects[0].holes, one.subjects[0].values)
        text, loops = _comprehension(family, [key])
    else:
        each = _free(_EACH, used)
        text = f"{before}{each}{after}"
        loops = [(each, _items(one.subjects))]
    if len(one.keys) > 1:
        loops.append((key, list(one.keys)))
    return _all(text, loops) if loops else broken(_operand(text), _ROOM)


def _names(*texts: str) -> set[str]:
    return {name for text in texts for name in _NAME.findall(text)}


def _free(wanted: Sequence[str], used: Iterable[str]) -> str:
    return next(name for name in wanted if name not in set(used))


def _all(text: str, loops: Sequence[tuple[str, list[str]]]) -> list[str]:
    """Return the lines of ``all(text for name in items ...)``."""
    clauses = _clauses(loops)
    line = f"all({text} {clauses})"
    room = _ROOM
    if len(line) <= room and "\n" not in line:
        return [line]
    if "\n" not in clauses and max(len(clauses) + 5, len(text) + 4) <= room:
        return [f"all({text}", f"    {clauses})"]
    *short, (name, items) = loops
    head = "".join(f" for {name} in {_tuple(items)}" for name, items in short)
    head = f"all({text}{head} for {name} in ("
    if len(head) <= room and "\n" not in head:
        return [head, *_filled(items, "    "), "))"]
    lines = ["all(", *(f"    {part}" for part in broken(text, room - 4))]
    for name, items in loops:
        clause = f"    for {name} in {_tuple(items)}"
        if len(clause) <= room and "\n" not in clause:
            lines.append(clause)
        else:
            lines += [f"    for {name} in (", *_filled(items, "        "), "    )"]
    return [*lines, ")"]


def _clauses(loops: Sequence[tuple[str, list[str]]]) -> str:
    return " ".join(f"for {name} in {_tuple(items)}" for name, items in loops)


def _tuple(items: Sequence[str]) -> str:
    if len(items) == 1 and items[0].startswith("range("):
        return items[0]
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"


def _comprehension(
    family: Family, taken: Iterable[str] = ()
) -> tuple[str, list[tuple[str, list[str]]]]:
    """Return a family's text with loop variables for its numbers, and the loops."""
    used = {*_names(*family.parts), *taken}
    free = [name for name in _LOOP_NAMES if name not in used]
    pieces = [family.parts[0]]
    for hole, part in zip(family.holes, family.parts[1:]):
        name, rest = free[hole], part
        if pieces[-1].endswith("'") and part.startswith("'"):  # the number is a key
            pieces[-1] = pieces[-1][:-1]
            name, rest = f"str({name})", part[1:]
        pieces += [name, rest]
    loops = [(free[n], _numbers(values)) for n, values in enumerate(family.values)]
    return "".join(pieces), loops


def _numbers(values: Sequence[int]) -> list[str]:
    """Return ``range(12)``, or each number if some are missing."""
    first, last = values[0], values[-1]
    if list(values) == list(range(first, last + 1)) and len(values) > 1:
        return [f"range({last + 1})" if first == 0 else f"range({first}, {last + 1})"]
    return [str(value) for value in values]


def _item(family: Family) -> str:
    if not family.holes:
        return family.parts[0]
    text, loops = _comprehension(family)
    return f"*({text} {_clauses(loops)})"


def _items(families: Sequence[Family]) -> list[str]:
    """Return families as items of a display; families with equal numbers are merged.

    An item holds a line break where it may be broken.
    """
    alike: dict[object, list[Family]] = {}
    for family in families:
        key = family.values if family.holes else family
        alike.setdefault(key, []).append(family)
    items: list[str] = []
    for group in alike.values():
        if len(group) < _FEWEST_ALIKE:
            items += map(_item, group)
        else:
            items.append(_nested(group))
    return items


def _nested(group: Sequence[Family]) -> str:
    """Return ``*(one for i in range(12) for one in (a[i], b[i]))`` with line breaks."""
    used = _names(*(part for family in group for part in family.parts))
    free = [name for name in _LOOP_NAMES if name not in used]
    one = _free(_INNER, used)
    values = group[0].values
    loops = [
        f"for {free[number]} in {_tuple(_numbers(numbers))}"
        for number, numbers in enumerate(values)
    ]
    texts = [_comprehension(family, taken=used)[0] for family in group]
    inner = _filled(texts, "    ")
    return "\n".join([f"*({one} {' '.join(loops)} for {one} in (", *inner, "))"])


def _filled(items: Sequence[str], indent: str) -> list[str]:
    """Return lines that each hold as many items as fit."""
    lines: list[str] = []
    current = indent
    for item in items:
        whole = broken(item, _ROOM - len(indent) - 1)
        if current != indent and (
            len(whole) > 1 or len(current) + len(item) + 1 > _ROOM
        ):
            lines.append(current.rstrip())
            current = indent
        if len(whole) > 1:
            lines += [f"{indent}{part}" for part in whole[:-1]]
            lines.append(f"{indent}{whole[-1]},")
        else:
            current += f"{item}, "
    return [*lines, *([current.rstrip()] if current != indent else [])]


def _call(text: str) -> list[str]:
    """Return the lines of a call of ``no_aliasing``, with its arguments folded."""
    arguments = text[len("no_aliasing(") : -1].split(", ")
    items = _items(fold(arguments))
    line = f"no_aliasing({', '.join(items)})"
    if len(line) <= WIDTH - _INDENT and "\n" not in line:
        return [line]
    return ["no_aliasing(", *_filled(items, "    "), ")"]


def _with_line(lines: list[str], facts: Sequence[GuardFact]) -> list[str]:
    """Add a comment that names the user's lines that need a condition."""
    known = [one.user_line for one in facts if one.user_line and one.user_line.file]
    codes = [line.text for line in known]
    remarks = [shortened(one_line(fact.remark), 60) for fact in facts if fact.remark]
    shown = file_lines(by_file(known))
    if len(shown) > 2:
        shown[2:] = [f"and {counted(len(shown) - 2, 'more file')}"]
    words = "; ".join(dict.fromkeys([*remarks, ", ".join(shown)] if shown else remarks))
    if not words:
        return lines
    room = WIDTH - _INDENT - len(lines[0]) - len(words) - len("  # : ")
    code = one_line(codes[0]) if len(set(codes)) == 1 and len(shown) == 1 else ""
    if code and not remarks and (len(code) <= room or room >= _SHORTEST_CODE):
        words += f": {shortened(code, room)}"
    for at in (0, len(lines) - 1):
        if len(lines[at]) + len(words) + len("  # ") <= _ROOM:
            return [*lines[:at], f"{lines[at]}  # {words}", *lines[at + 1 :]]
    return [*(f"# {part}" for part in broken(words, _ROOM - 2)), *lines]
