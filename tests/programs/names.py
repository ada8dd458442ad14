"""Names that are hard on files and pages: unicode, 300 characters, markup, twins."""
import types

import torch


def named(name, operation):
    def body(x):
        y = getattr(x, operation)()
        torch._dynamo.graph_break()
        return y + 1

    code = body.__code__.replace(co_name=name)
    if hasattr(code, "co_qualname"):
        code = code.replace(co_qualname=f"Class.{name}")
    return types.FunctionType(code, globals(), name, None, body.__closure__)


NAMES = [
    "naïve_función", "变换", "x" * 300, "<lambda>", "<script>alert(1)</script>",
    "../../outside", "a/b", "a\\b", "con", "nul.txt", "sp ace", "$(touch no)", "`id`",
    "new\nline", "tab\t", "'quoted'", '"double"', "%s{}", ".", "..", "-rf", "~", "",
    "\u202egnp", "a\u0000b", "é", "e\u0301",
]
for name in NAMES:
    fn = torch.compile(named(name, "sin"), backend="aot_eager")
    print(ascii(name), fn(torch.ones(2)).tolist())
for operation in ("sin", "cos"):
    twin = torch.compile(named("twin", operation), backend="eager")
    print(twin(torch.ones(2)).tolist())
print(torch.compile(lambda x: x + 1, backend="eager")(torch.ones(2)).tolist())
exec(compile("def f(x):\n    return x * 2\n", "<b>no & file</b>", "exec"))
print(torch.compile(f, backend="eager")(torch.ones(2)).tolist())
exec(compile("def f(x):\n    return x * 3\n", "/no/such\n/file.py", "exec"))
print(torch.compile(f, backend="eager")(torch.ones(2)).tolist())
