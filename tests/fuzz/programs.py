"""Random structured programs over recording objects.

`program(seed)` is the source of one function ``subject(a, b, c)`` that uses every
statement and expression of the running Python in random places. Nothing in it depends
on addresses or time: what it does is told by the recording objects alone
(`decompiler.validate.trace`). Names are taken from a small pool and read whether they
are bound or not.
"""

from __future__ import annotations

import random
import sys

LOCALS = ("x", "y", "z", "w")
PARAMETERS = ("a", "b", "c")
ERRORS = ("KeyError", "ValueError", "TypeError", "Exception", "NameError")
BINARY = ("+", "-", "*", "/", "//", "%", "@", "&", "|", "^", "<<", ">>")
COMPARE = ("<", "<=", "==", "!=", ">", ">=", "is", "is not", "in", "not in")
ATTRIBUTES = ("one", "two", "left")
CONSTANTS = ("0", "1", "-1", "2.5", "'s'", "None", "True", "()", "(1, 2)", "b'b'")
HAS_MATCH = sys.version_info >= (3, 10)
HAS_GROUPS = sys.version_info >= (3, 11)
INDENT = "    "


class Writer:
    """Writes one function; `depth` bounds the nesting, `budget` the size."""

    def __init__(self, seed: int, budget: int) -> None:
        self.random = random.Random(seed)
        self.budget = budget
        self.is_generator = self.random.random() < 0.2
        self.loops = 0
        self.inner = 0
        self.is_nested = False
        self.in_group = False
        self.in_class = False

    # Choices.

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def name(self) -> str:
        if self.chance(0.5):
            return self.pick(*PARAMETERS)
        return self.pick(*LOCALS)

    def local(self) -> str:
        return self.pick(*LOCALS) if self.chance(0.9) else self.pick(*PARAMETERS)

    # Expressions.

    def expression(self, depth: int = 3) -> str:
        if depth <= 0 or self.chance(0.25):
            return self.name() if self.chance(0.92) else self.pick(*CONSTANTS)
        # What gives a recording object comes more often: on other values most things
        # only raise.
        kinds = [
            self.operation, self.call, self.call, self.attribute, self.item,
        ]  # fmt: skip
        if self.chance(0.4):
            kinds = [
                self.boolean, self.ternary, self.comparison, self.negation, self.text,
                self.display, self.comprehension, self.function, self.walrus,
            ]  # fmt: skip
        if self.is_generator and not self.inner:
            kinds += [self.yielded]
        return self.random.choice(kinds)(depth - 1)

    def operation(self, depth: int) -> str:
        left, right = self.expression(depth), self.expression(depth)
        return f"({left} {self.pick(*BINARY)} {right})"

    def call(self, depth: int) -> str:
        arguments = [self.expression(depth) for _ in range(self.random.randrange(3))]
        if self.chance(0.15):
            arguments.append(f"*{self.name()}")
        if self.chance(0.25):
            arguments.append(f"key={self.expression(depth)}")
        if self.chance(0.08):
            arguments.append(f"**{self.name()}")
        head = self.name() if self.chance(0.6) else self.attribute(depth)
        return f"{head}({', '.join(arguments)})"

    def attribute(self, depth: int) -> str:
        owner = self.name() if self.chance(0.8) else f"({self.expression(depth)})"
        return f"{owner}.{self.pick(*ATTRIBUTES)}"

    def item(self, depth: int) -> str:
        owner = self.name() if self.chance(0.8) else f"({self.expression(depth)})"
        return f"{owner}[{self.index(depth)}]"

    def index(self, depth: int) -> str:
        if self.chance(0.6):
            return self.expression(depth)
        parts = [self.expression(depth) if self.chance(0.6) else "" for _ in range(3)]
        return ":".join(parts[: self.random.choice((2, 3))])

    def boolean(self, depth: int) -> str:
        count = self.random.choice((2, 2, 3))
        parts = [self.expression(depth) for _ in range(count)]
        return "(" + f" {self.pick('and', 'or')} ".join(parts) + ")"

    def ternary(self, depth: int) -> str:
        one, test, other = (self.expression(depth) for _ in range(3))
        return f"({one} if {test} else {other})"

    def comparison(self, depth: int) -> str:
        found = self.expression(depth)
        for _ in range(self.random.choice((1, 1, 2, 3))):
            found += f" {self.pick(*COMPARE)} {self.expression(depth)}"
        return f"({found})"

    def negation(self, depth: int) -> str:
        return f"({self.pick('not ', '-', '~', '+')}{self.expression(depth)})"

    def display(self, depth: int) -> str:
        items = [self.expression(depth) for _ in range(self.random.randrange(4))]
        if self.chance(0.2):
            items.insert(len(items) // 2, f"*{self.name()}")
        joined = ", ".join(items)
        kind = self.random.randrange(4)
        if kind == 0:
            return f"[{joined}]"
        if kind == 1 and items:
            return f"{{{joined}}}"
        if kind == 2:
            pairs = ", ".join(
                f"{self.expression(depth)}: {self.expression(depth)}"
                for _ in range(self.random.randrange(3))
            )
            more = f"{', ' if pairs else ''}**{self.name()}" if self.chance(0.2) else ""
            return f"{{{pairs}{more}}}"
        return f"({joined}, )" if items else "()"

    def text(self, depth: int) -> str:
        conversion = self.pick("", "", "!r", "!s", "!a")
        spec = self.pick("", "", ":>4", ":{" + self.name() + "}")
        return f"f'{{{self.name()}{conversion}{spec}}} {{{self.name()}.one}}'"

    def comprehension(self, depth: int) -> str:
        self.inner += 1
        item = self.expression(depth - 1)
        clauses = f"for {self.pick(*LOCALS, 'i')} in {self.name()}"
        if self.chance(0.4):
            clauses += f" if {self.expression(depth - 1)}"
        if self.chance(0.2):
            clauses += f" for {self.pick('i', 'j')} in {self.name()}"
        kind = self.random.randrange(4)
        if kind == 2:
            item = f"{item}: {self.expression(depth - 1)}"
        self.inner -= 1
        if ":=" in item + clauses or self.in_class:
            return self.name()
        forms = ("[{}]", "{{{}}}", "{{{}}}", "list({})")
        return forms[kind].format(f"{item} {clauses}")

    def function(self, depth: int) -> str:
        self.inner += 1
        body = self.expression(depth)
        self.inner -= 1
        default = f"={self.name()}" if self.chance(0.4) else ""
        made = f"(lambda {self.pick('p', *LOCALS)}{default}: {body})"
        return f"{made}({self.name()})" if self.chance(0.7) else made

    def walrus(self, depth: int) -> str:
        if self.inner:
            return self.name()
        return f"({self.pick(*LOCALS)} := {self.expression(depth)})"

    def yielded(self, depth: int) -> str:
        if self.chance(0.2):
            return f"(yield from {self.name()})"
        return f"(yield {self.expression(depth)})"

    # Targets.

    def target(self, depth: int = 1) -> str:
        kind = self.random.random()
        if kind < 0.65 or depth < 0:
            return self.local()
        if kind < 0.75:
            return f"{self.name()}.{self.pick(*ATTRIBUTES)}"
        if kind < 0.85:
            return f"{self.name()}[{self.index(0)}]"
        parts = [self.target(depth - 1) for _ in range(self.random.choice((2, 2, 3)))]
        if self.chance(0.3):
            at = self.random.randrange(len(parts))
            if not parts[at].startswith("("):
                parts[at] = "*" + parts[at]
        return f"({', '.join(parts)})"

    # Statements.

    def block(self, depth: int) -> list[str]:
        found: list[str] = []
        for _ in range(self.random.choice((1, 1, 2, 2, 3))):
            found += self.statement(depth)
        return [INDENT + line for line in found]

    def statement(self, depth: int) -> list[str]:
        self.budget -= 1
        simple = [
            self.assign, self.assign, self.assign, self.augment, self.evaluate,
            self.evaluate, self.delete, self.leave, self.check,
        ]  # fmt: skip
        compound = [
            self.branch, self.branch, self.for_loop, self.while_loop, self.protect,
            self.protect, self.context, self.definition, self.klass,
        ]  # fmt: skip
        if HAS_MATCH:
            compound.append(self.match)
        if depth <= 0 or self.budget <= 0 or self.chance(0.5):
            return self.random.choice(simple)(depth)
        return self.random.choice(compound)(depth - 1)

    def assign(self, depth: int) -> list[str]:
        target = self.target()
        if self.chance(0.1):
            target += f" = {self.target()}"
        if self.chance(0.1):
            return [f"{self.local()}, {self.local()} = {self.name()}, {self.name()}"]
        return [f"{target} = {self.expression()}"]

    def augment(self, depth: int) -> list[str]:
        target = self.pick(self.local(), f"{self.name()}.one", f"{self.name()}[0]")
        return [f"{target} {self.pick(*BINARY)}= {self.expression(2)}"]

    def evaluate(self, depth: int) -> list[str]:
        return [self.pick(self.call(2), self.expression())]

    def delete(self, depth: int) -> list[str]:
        if self.in_class:
            return ["pass"]
        target = self.pick(self.local(), f"{self.name()}.one", f"{self.name()}[a:b]")
        return [f"del {target}"]

    def leave(self, depth: int) -> list[str]:
        if self.loops and self.chance(0.6):
            return [self.pick("break", "continue")]
        if self.in_group or self.in_class or self.chance(0.3):
            return [self.raising()]
        if self.chance(0.15):
            return ["return"]
        return [f"return {self.expression(2)}"]

    def raising(self) -> str:
        error = f"{self.pick(*ERRORS)}({self.name()})"
        return self.pick("raise", f"raise {error}", f"raise {error} from {self.name()}")

    def check(self, depth: int) -> list[str]:
        if self.chance(0.3):
            return [f"assert {self.expression(2)}, {self.name()}"]
        return [f"assert {self.expression(2)}"]

    def branch(self, depth: int) -> list[str]:
        lines = [f"if {self.expression()}:", *self.block(depth)]
        while self.chance(0.3):
            lines += [f"elif {self.expression()}:", *self.block(depth)]
        if self.chance(0.5):
            lines += ["else:", *self.block(depth)]
        return lines

    def loop(self, head: str, depth: int) -> list[str]:
        self.loops += 1
        lines = [head, *self.block(depth)]
        self.loops -= 1
        if self.chance(0.35):
            lines += ["else:", *self.block(depth)]
        return lines

    def for_loop(self, depth: int) -> list[str]:
        return self.loop(f"for {self.target()} in {self.expression(1)}:", depth)

    def while_loop(self, depth: int) -> list[str]:
        # The test asks a recording object, so that the loop ends some time.
        test = f"{self.pick(*PARAMETERS)}.two"
        if self.chance(0.5):
            test = f"{test} {self.pick('and', 'or')} {self.expression(2)}"
        return self.loop(f"while {test}:", depth)

    def protect(self, depth: int) -> list[str]:
        loops, self.loops = self.loops, self.loops
        lines = ["try:", *self.block(depth)]
        star = ""
        if HAS_GROUPS and self.chance(0.12):
            star = "*"
        clauses = self.random.choice((0, 1, 1, 1, 2))
        if star:
            clauses = max(clauses, 1)
        outer = self.in_group, self.loops
        if star:
            self.in_group, self.loops = True, 0
        for _ in range(clauses):
            kind = self.pick(*ERRORS)
            if self.chance(0.2):
                kind = f"({kind}, {self.pick(*ERRORS)})"
            if self.chance(0.4):
                kind += f" as {self.pick(*LOCALS, 'e')}"
            lines += [f"except{star} {kind}:", *self.block(depth)]
        self.in_group, self.loops = outer
        if clauses and self.chance(0.3):
            lines += ["else:", *self.block(depth)]
        if not clauses or self.chance(0.35):
            # Python 3.14 warns of break, continue and return in a finally body.
            kept = self.loops
            lines += ["finally:", *self.block(depth)]
            self.loops = kept
        self.loops = loops
        return lines

    def context(self, depth: int) -> list[str]:
        items = []
        for _ in range(self.random.choice((1, 1, 2))):
            item = self.name() if self.chance(0.7) else self.call(1)
            if self.chance(0.5):
                item += f" as {self.target(0)}"
            items.append(item)
        return [f"with {', '.join(items)}:", *self.block(depth)]

    def definition(self, depth: int) -> list[str]:
        if self.in_class:
            return ["pass"]
        name = self.pick(*LOCALS, "f")
        kept = self.is_generator, self.loops, self.in_group, self.is_nested
        self.is_generator, self.loops, self.in_group = self.chance(0.15), 0, False
        parameters = self.pick("", "p", "x", "p, x=1", "*p", "p=a, *, y=b", "**p")
        if self.is_generator:
            default, parameters = parameters, ""
            del default
        body = self.block(depth)
        if self.chance(0.3) and not self.is_nested:
            shared = self.pick(*LOCALS)
            taken = shared in parameters
            self.is_nested = True
            if not taken:
                body.insert(0, f"{INDENT}nonlocal {shared}")
        self.is_generator, self.loops, self.in_group, self.is_nested = kept
        decorator = [f"@{self.name()}.two"] if self.chance(0.1) else []
        lines = [*decorator, f"def {name}({parameters}):", *body]
        if self.chance(0.7) and not decorator:
            lines.append(f"{self.local()} = {name}({self.pick('', '', self.name())})")
        return lines

    def klass(self, depth: int) -> list[str]:
        if self.is_generator or self.in_class:
            return ["pass"]
        name = self.pick("x", "K")
        kept = self.loops, self.in_class
        self.loops, self.in_class = 0, True
        body = self.block(min(depth, 1))
        self.loops, self.in_class = kept
        base = self.pick("", "", f"({self.name()})")
        return [f"class {name}{base}:", *body, f"{self.local()} = {name}.x"]

    def match(self, depth: int) -> list[str]:
        lines = [f"match {self.expression(1)}:"]
        for _ in range(self.random.choice((1, 2, 3))):
            guard = f" if {self.expression(2)}" if self.chance(0.25) else ""
            lines.append(f"{INDENT}case {self.pattern(2, set())}{guard}:")
            lines += [INDENT + line for line in self.block(depth)]
        if self.chance(0.4):
            lines.append(f"{INDENT}case _:")
            lines += [INDENT + line for line in self.block(depth)]
        return lines

    def pattern(self, depth: int, bound: set[str]) -> str:
        kind = self.random.randrange(8 if depth > 0 else 3)
        if kind == 0:
            return self.pick("0", "1", "'s'", "None", "True", "-1")
        if kind == 1:
            return f"{self.pick(*PARAMETERS)}.one"
        free = [name for name in LOCALS if name not in bound]
        if kind == 2 and free:
            # A bare name would match all and forbid further cases.
            name = self.random.choice(free)
            bound.add(name)
            return f"int() as {name}"
        if kind in (3, 4):
            parts = [self.part(depth, bound) for _ in range(self.random.randrange(4))]
            if self.chance(0.3) and free:
                parts.insert(len(parts) // 2, "*_")
            return f"[{', '.join(parts)}]"
        if kind == 5:
            pairs = [f"{key}: {self.part(depth, bound)}" for key in ("'k'", "1")]
            return "{" + ", ".join(pairs[: self.random.randrange(3)]) + "}"
        if kind == 6:
            one = self.pattern(0, {*LOCALS})
            return f"({one} | {self.pattern(0, {*LOCALS})})"
        parts = [self.part(depth, bound)] if self.chance(0.5) else []
        return f"{self.pick('int', 'str', 'list')}({', '.join(parts)})"

    def part(self, depth: int, bound: set[str]) -> str:
        free = [name for name in LOCALS if name not in bound]
        if free and self.chance(0.5):
            name = self.random.choice(free)
            bound.add(name)
            return name
        return self.pattern(depth - 1, bound)


def program(seed: int) -> str:
    """The source of one function; a seed always gives the same one on one Python."""
    size = random.Random(seed).choice((4, 8, 12, 20))
    writer = Writer(seed, size)
    # Most locals begin with a value: else hardly a program gets beyond its start.
    lines = [
        f"{name} = {writer.pick(*PARAMETERS)}{writer.pick('(1)', '.one', '[0]')}"
        for name in LOCALS
        if writer.chance(0.8)
    ]
    for _ in range(writer.random.choice((2, 3, 4))):
        lines += writer.statement(3)
    if writer.is_generator:
        lines.insert(0, "yield a")
    lines.append(f"return {writer.pick('x', 'y', 'a', '(a, b)')}")
    head = ["global counter"] if writer.chance(0.1) else []
    if head:
        lines.insert(0, "counter = a")
    body = [INDENT + line for line in head + lines]
    return "\n".join(["def subject(a, b, c):", *body, ""])
