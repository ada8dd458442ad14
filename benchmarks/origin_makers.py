"""Tables of how a value is made; `origin_tables` tells what the words stand for."""

from __future__ import annotations

from typing import NamedTuple


class Maker(NamedTuple):
    """How a value is made.

    Attributes:
        given: the expression that the loop uses.
        before: statements before that, in the loop.
        parts: more of the module ``parts``.
        setup: before the loop.
        loop: the head of the loop, or of a function that is called for each.
        after: behind the loop.
        only: the aspects that it makes; empty for all.
    """

    given: str = "given"
    before: str = ""
    parts: str = ""
    setup: str = ""
    loop: str = "for i in range(3):"
    after: str = ""
    only: tuple[str, ...] = ()


MAKERS: dict[str, Maker] = {
    "inline": Maker("VALUE"),
    "variable": Maker(before="given = VALUE"),
    "conditional": Maker(before="given = VALUE if i < 9 else 7"),
    "walrus": Maker(before="if (given := VALUE) is parts:\n    print('never')"),
    "finally": Maker(before="try:\n    given = VALUE\nfinally:\n    parts.note(i)"),
    "tuple": Maker(before="given, rest = VALUE, i"),
    "helper": Maker("parts.made(i)", parts="def made(i):\n    return VALUE\n"),
    "helper of helper": Maker(
        before="given = parts.outer(i)",
        parts="def made(i):\n    value = VALUE\n    return value\n"
        "def outer(i):\n    parts_of_it = made(i)\n    return parts_of_it\n",
    ),
    "two ends": Maker(
        before="given = parts.made(i)",
        parts="def made(i):\n    if i > 5:\n        return 7\n    return VALUE\n",
    ),
    "helper's tuple": Maker(
        before="given, rest = parts.pair(i)",
        parts="def pair(i):\n    value = VALUE\n    return value, i\n",
    ),
    "helper's dict": Maker(
        'batch["level"]',
        before="batch = parts.batch(i)",
        parts='def batch(i):\n    return {\n        "rows": 2,\n'
        '        "level": VALUE,\n    }\n',
    ),
    "helper's record": Maker(
        "parts.result(i).level",
        parts='class Result(NamedTuple):\n    level: object\n    name: str = "r"\n'
        "def result(i):\n    return Result(level=VALUE)\n",
    ),
    "method": Maker(
        "source.made(i)",
        setup="source = parts.Source()",
        parts="class Source:\n    def made(self, i):\n        return VALUE\n",
    ),
    "method's attribute": Maker(
        "source.current",
        before="source.advance(i)",
        setup="source = parts.Source()",
        parts="class Source:\n    def __init__(self):\n        self.current = None\n"
        "    def advance(self, i):\n        self.current = VALUE\n",
    ),
    "super": Maker(
        "source.made(i)",
        setup="source = parts.Special()",
        parts="class Source:\n    def made(self, i):\n        return VALUE\n"
        "class Special(Source):\n    def made(self, i):\n"
        "        return super().made(i)\n",
    ),
    "template": Maker(
        "source.made(i)",
        setup="source = parts.Special()",
        parts="class Source:\n    def made(self, i):\n        return self.inner(i)\n"
        "    def inner(self, i):\n        raise NotImplementedError\n"
        "class Special(Source):\n    def inner(self, i):\n        return VALUE\n",
    ),
    "property": Maker(
        "source.level",
        before="source.at = i",
        setup="source = parts.Source()",
        parts="class Source:\n    at = 0\n    @property\n    def level(self):\n"
        "        i = self.at\n        return VALUE\n",
    ),
    "constructor": Maker(
        "holder.level",
        before="holder = parts.Holder(i)",
        parts="class Holder:\n    def __init__(self, i):\n        self.level = VALUE\n",
    ),
    "static method": Maker(
        "parts.Source.made(i)",
        parts="class Source:\n    @staticmethod\n"
        "    def made(i):\n        return VALUE\n",
    ),
    "comprehension": Maker(
        setup="values = [VALUE for i in range(3)]",
        loop="for i, given in enumerate(values):",
    ),
    "list that grows": Maker(
        setup="values = []\nfor i in range(3):\n    values.append(VALUE)",
        loop="for given in values:",
    ),
    "generator": Maker(
        loop="for given in parts.values():",
        parts="def values():\n    for i in range(3):\n        yield VALUE\n",
    ),
    "filtered generator": Maker(
        loop="for given in parts.kept(parts.values()):",
        parts="def values():\n    for i in range(3):\n        yield VALUE\n"
        "def kept(rows):\n    for row in rows:\n        if row is not parts_end:\n"
        "            yield row\nparts_end = object()\n",
    ),
    "zip": Maker(
        loop="for i, given in zip(range(3), parts.values()):",
        parts="def values():\n    for i in range(3):\n        yield VALUE\n",
    ),
    "next": Maker(
        before="given = next(source)",
        setup="source = iter(parts.values())",
        parts="def values():\n    for i in range(3):\n        yield VALUE\n",
    ),
    "map": Maker(
        loop="for given in map(parts.made, range(3)):",
        parts="def made(i):\n    return VALUE\n",
    ),
    "data set": Maker(
        loop="for given in parts.Rows():",
        parts="class Rows:\n    def __len__(self):\n        return 3\n"
        "    def __getitem__(self, i):\n        if i > 2:\n"
        "            raise IndexError(i)\n        return VALUE\n",
    ),
    "wrapper": Maker(
        "parts.made(i)",
        parts="def logged(function):\n    @functools.wraps(function)\n"
        "    def wrapper(*args):\n        result = function(*args)\n"
        "        return result\n    return wrapper\n"
        "@logged\ndef made(i):\n    return VALUE\n",
    ),
    "callback": Maker(
        loop="def on_step(i, given):",
        after="parts.each(on_step)",
        parts="def each(callback):\n    for i in range(3):\n"
        "        value = VALUE\n        callback(i, value)\n",
    ),
    "context": Maker(
        before="with parts.level(i) as given:\n    BODY",
        parts="@contextlib.contextmanager\ndef level(i):\n    yield VALUE\n",
    ),
    "enter": Maker(
        before="with parts.Level(i) as given:\n    BODY",
        parts="class Level:\n    def __init__(self, i):\n        self.i = i\n"
        "    def __enter__(self):\n        i = self.i\n        return VALUE\n"
        "    def __exit__(self, *error):\n        return None\n",
    ),
    "partial call": Maker(
        "make()",
        before="make = functools.partial(parts.made, i)",
        parts="def made(i):\n    return VALUE\n",
    ),
    "registry": Maker(
        'parts.MAKERS["plain"](i)',
        parts="def made(i):\n    return VALUE\ndef other(i):\n    return i\n"
        'MAKERS = {"plain": made}\n',
    ),
    "queue": Maker(
        before="queue.append(VALUE)\ngiven = queue.popleft()",
        setup="queue = collections.deque()",
    ),
    "cache": Maker(
        "parts.cached(i)",
        parts="_CACHE = {}\ndef cached(i):\n    if i not in _CACHE:\n"
        "        _CACHE[i] = VALUE\n    return _CACHE[i]\n",
    ),
    "lambda": Maker("make(i)", setup="make = lambda i: VALUE"),
    "counted up": Maker(
        before="count += 2 @@", setup="count = 3", given="count", only=("int", "float")
    ),
    "set in place": Maker(
        before="PLACE += 2 @@", setup="PLACE = 3", only=("int", "float")
    ),
    "resize": Maker(
        before="given.resize_(2 + i, 3) @@",
        setup="given = torch.ones(2, 3)",
        only=("size",),
    ),
    "data": Maker(
        before="given.data = torch.ones(2 + i, 3) @@",
        setup="given = torch.ones(2, 3)",
        only=("size",),
    ),
    "slice": Maker(
        before="given = rows[: 2 + i] @@",
        setup="rows = torch.ones(9, 3)",
        only=("size",),
    ),
    "grown": Maker(
        before="given = parts.longer(given)",
        setup="given = torch.ones(2, 3)",
        parts="def longer(rows):\n    more = torch.ones(1, 3)\n"
        "    return torch.cat([rows, more]) @@\n",
        only=("size",),
    ),
    "last batch": Maker(
        setup="loader = DataLoader(torch.ones(10, 3), batch_size=4) @@",
        loop="for given in loader:",
        only=("size",),
    ),
    "grad method": Maker(
        before="given = torch.ones(4)\ngiven.requires_grad_(i > 0) @@",
        only=("requires_grad",),
    ),
    "grad of all": Maker(
        before="parts.begin([given], i)",
        setup="given = torch.ones(4)",
        parts="def begin(tensors, i):\n    for one in tensors:\n"
        "        one.requires_grad_(i > 0) @@\n",
        only=("requires_grad",),
    ),
    "grad of own": Maker(
        "group.tensors[0]",
        before="group.begin(i)",
        setup="group = parts.Group([torch.ones(4)])",
        parts="class Group:\n    def __init__(self, tensors):\n"
        "        self.tensors = tensors\n    def begin(self, i):\n"
        "        for one in self.tensors:\n"
        "            one.requires_grad = i > 0 @@\n",
        only=("requires_grad",),
    ),
    "turned": Maker(
        before="given = parts.turned(rows, i)",
        setup="rows = torch.ones(3, 3, 2)",
        parts="def turned(rows, i):\n    if i:\n"
        "        rows = rows.transpose(0, 1) @@\n"
        "    rows = rows * 1\n    return rows\n",
        only=("stride",),
    ),
    "cast": Maker(
        before="given = torch.ones(4)\nif i:\n    given = given.double() @@",
        only=("dtype",),
    ),
    "scheduler": Maker(
        'optimizer.param_groups[0]["lr"]',
        before="scheduler.step() @@",
        setup="optimizer = torch.optim.SGD([torch.ones(2)], lr=0.5)\n"
        "scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1) @@",
        only=("float",),
    ),
    "loop over numbers": Maker(
        loop="for i, given in enumerate((3, 5, 8)): @@", only=("int", "float")
    ),
}

_AROUND = "with SETTER: @@\n    BODY"
_SCOPED = {
    "block": Maker(before=_AROUND),
    "block in a function": Maker(
        before="CALL:parts.quiet(step, x, i)",
        parts="def quiet(fn, x, i):\n    with SETTER: @@\n        return fn(x)\n",
    ),
    "own context": Maker(
        before="with parts.mode(i):\n    BODY",
        parts="@contextlib.contextmanager\ndef mode(i):\n    with SETTER: @@\n"
        "        yield\n",
    ),
    "own class": Maker(
        before="with parts.Mode(i):\n    BODY",
        parts="class Mode:\n    def __init__(self, i):\n        self.i = i\n"
        "    def __enter__(self):\n        i = self.i\n"
        "        self.inner = SETTER @@\n        self.inner.__enter__()\n"
        "    def __exit__(self, *error):\n        self.inner.__exit__(*error)\n",
    ),
    "decorated": Maker(
        before="CALL:(parts.measured if i else parts.plain)(step, x)",
        parts="@FIXED @@\ndef measured(fn, x):\n    return plain(fn, x)\n"
        "def plain(fn, x):\n    return fn(x)\n",
    ),
    "decorated method": Maker(
        before="if i:\n    CALL:runner.measured(x)\nelse:\n    CALL:runner.plain(x)",
        setup="runner = parts.Modes(step)",
        parts="class Modes:\n    def __init__(self, fn):\n        self.fn = fn\n"
        "    @FIXED @@\n    def measured(self, x):\n        return self.plain(x)\n"
        "    def plain(self, x):\n        return self.fn(x + 1)\n",
    ),
    "stack": Maker(
        before="with contextlib.ExitStack() as stack:\n"
        "    stack.enter_context(SETTER) @@\n    BODY",
    ),
    "returned": Maker(
        before="with parts.mode(i):\n    BODY",
        parts="def mode(i):\n    return SETTER @@\n",
    ),
}
_GLOBAL_MAKERS = {
    "call": Maker(before="SETTER @@"),
    "helper's call": Maker(
        before="parts.prepare(i)", parts="def prepare(i):\n    SETTER @@\n"
    ),
    "method's call": Maker(
        before="source.prepare(i)",
        setup="source = parts.Source()",
        parts="class Source:\n    def prepare(self, i):\n        SETTER @@\n",
    ),
    "hook": Maker(
        before="hooks[0](i)",
        setup="hooks = [parts.prepare]",
        parts="def prepare(i):\n    SETTER @@\n",
    ),
}


class Ambient(NamedTuple):
    """What differs around the call: a mode, a setting.

    Attributes:
        setter: what changes it, over the number of the call.
        fixed: what a decorator calls.
        use: what the compiled function returns.
        makers: how it is set.
    """

    setter: str
    fixed: str
    use: str
    makers: dict[str, Maker]


AMBIENT: dict[str, Ambient] = {
    "grad mode": Ambient(
        "torch.set_grad_enabled(i == 0)", "torch.no_grad()", "x * 2", _SCOPED
    ),
    "grad mode set": Ambient(
        "torch.set_grad_enabled(i == 0)", "", "x * 2", _GLOBAL_MAKERS
    ),
    "inference": Ambient(
        "torch.inference_mode(i > 0)", "torch.inference_mode()", "x * 2", _SCOPED
    ),
    "autocast": Ambient(
        'torch.autocast("cpu", enabled=i > 0)',
        'torch.autocast("cpu")',
        "x @ x",
        _SCOPED,
    ),
    "default dtype": Ambient(
        "torch.set_default_dtype((torch.float32, torch.float64)[i % 2])",
        "",
        "x * torch.ones(1)",
        _GLOBAL_MAKERS,
    ),
    "threads": Ambient("torch.set_num_threads(i + 1)", "", "x * 2", _GLOBAL_MAKERS),
    "deterministic": Ambient(
        "torch.use_deterministic_algorithms(i > 0)", "", "x * 2", _GLOBAL_MAKERS
    ),
    "environment": Ambient(
        'os.environ["LEVEL"] = str(i)',
        "",
        'x * len(os.environ["LEVEL"])',
        _GLOBAL_MAKERS,
    ),
    "environment update": Ambient(
        'os.environ.update({"LEVEL": "a" * i})',
        "",
        'x * len(os.environ["LEVEL"])',
        _GLOBAL_MAKERS,
    ),
    "training": Ambient(
        "step.train(i % 2 == 0)",
        "",
        "x * 2 if self.training else x",
        {"call": Maker(before="SETTER @@")},
    ),
}
