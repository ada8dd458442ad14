"""Classify graph breaks by words in torch's message."""

from __future__ import annotations

from typing import NamedTuple

# torch reads an item of a list or tuple, for which it needs the index as a number.
_OF_LIST = "in getitem_const"
_UNDECIDED = ("could not guard", "could not extract", "data-dependent expression")
_GENERATOR = "Variable(Generator)", "torch.Generator method"
_OUTSIDE = ("HOP: Unsafe side", "HOP: Non-nullified side", "Mutating a variable not in")
_BRANCHES = "output in torch.cond,", "expected same"
_REFUSED = "on the same frame it was created", "Guard fail reason:"
# torch's own operators lack a fake on purpose: their results depend on values.
_OWN = {"aten", "prims"}
_IN_BACKEND = " raised:\n"
_AVOID, _CLASS = "Avoid calling `", "<class '"
_NO_FUNCTION = ("non-function __getattr__", "non-function custom __getattr__")
_OF_CLASS = "call_method BuiltinVariable("
_CLOCKS = ("perf_counter", "monotonic", "process_time", "timeit")


def is_undecided(text: str) -> bool:
    """Return whether the message names a test that torch cannot decide."""
    return any(part in text.lower() for part in _UNDECIDED)


def reads_clock(text: str) -> bool:
    """Return whether the break is at a function that reads the time."""
    return "time" in words_in(text) or any(part in text for part in _CLOCKS)


def is_unknown_context(text: str) -> bool:
    """Return whether the message names a context manager that torch cannot enter."""
    is_said = "unsupported context manager" in text.lower()
    return is_said or "SETUP_WITH" in words_in(text)


def passes_generator(text: str) -> bool:
    """Return whether a call of a `torch.Generator`, or with one, breaks the graph."""
    return any(words in text for words in _GENERATOR)


def selects_item(text: str) -> bool:
    """Return whether a guard on a number comes from an index of a list."""
    return _OF_LIST in text


def changes_outside(text: str) -> bool:
    """Return whether a function inside a checkpoint or `cond` changes an object."""
    return any(part in text for part in _OUTSIDE)


def is_inside_transform(text: str) -> bool:
    """Return whether compiling fails because `vmap`, `jvp` or `grad` makes the call."""
    return "functorch" in text


def changed_attribute(text: str) -> str:
    """Return the attribute that such code sets; "" if the message names none.

    >>> changed_attribute("Attribute 'mode' on an outer-scope object was changed from")
    'mode'
    """
    before, found, _ = text.partition("' on an outer-scope object was changed")
    return before.rpartition("Attribute '")[2] if found else ""


def words_in(text: str) -> set[str]:
    """Return the words and identifiers in a text."""
    kept = (one if one.isalnum() or one == "_" else " " for one in text)
    return set("".join(kept).split())


def hashes_array(text: str) -> bool:
    """Return whether a numpy number is a key, which torch takes for an array."""
    return "unhashable type: 'numpy.ndarray'" in text


def is_sparse(text: str) -> bool:
    """Return whether compiling fails at a sparse tensor.

    >>> is_sparse("Sparse tensor creation not supported"), is_sparse("Sparse")
    (True, False)
    """
    return "wrap sparse Tensor" in text or "parse tensor creation" in text


def is_least_squares(text: str) -> bool:
    """Return whether a message is about the results of `torch.linalg.lstsq`."""
    return "linalg_lstsq" in text


def operator_without_fake(text: str) -> str:
    """Return the custom operator without a fake implementation that an error names.

    >>> operator_without_fake("unsupported operator: mine.scatter.default")
    'mine::scatter'
    """
    _, found, after = text.partition("no fake impl registered for <CustomOpDef(")
    if found:
        return after.partition(")>")[0]
    operator = text.partition("unsupported operator: ")[2].partition("\n")[0].strip()
    space, _, name = operator.partition(".")
    return f"{space}::{name.partition('.')[0]}" if name and space not in _OWN else ""


def error_of_operator(text: str) -> str:
    """Return the error of the operator that torch ran on fake tensors; "" if none.

    >>> error_of_operator("FX node with fake tensors: f(x): got TypeError('no')")
    "TypeError('no')"
    """
    _, found, after = text.partition("with fake tensors: ")
    return after.partition("\n")[0].rpartition(": got ")[2] if found else ""


_ALIASING = ("cond_true might be aliasing", "cond_false might be aliasing")


class Branches(NamedTuple):
    """How the results of the two functions of `torch.cond` differ.

    Attributes:
        what: the property, such as ``dtype``.
        first: the property of the result of the first function.
        second: that of the second function.
    """

    what: str
    first: str
    second: str


def branches_differ(text: str) -> Branches | None:
    """Return how the branches of `torch.cond` differ by an error; None if not.

    >>> branches_differ("output in torch.cond,  expected same dtype but got ab and cd")
    Branches(what='dtype', first='ab', second='cd')
    """
    words = text.partition(_BRANCHES[0])[2].partition(_BRANCHES[1])[2].split()
    if words[1:3] + words[4:5] != ["but", "got", "and"] or len(words) < 6:
        return None
    return Branches(words[0], words[3], words[5].rstrip("\"').,"))


def aliasing_branch(text: str) -> int | None:
    """Return which function of `torch.cond` may return its input itself; None if none.

    >>> aliasing_branch("cond_false might be aliasing the input or the output!")
    1
    """
    found = [one for one in _ALIASING if one in text]
    return _ALIASING.index(found[0]) if found else None


def refused_guard(text: str) -> str:
    """Return the guard that failed for the value it was made for; "" if none did.

    >>> refused_guard("failed on the same frame it was created. This is a bug - please "
    ...               "create an issue.Guard fail reason: 0/0: 'a' in x    # f(x)")
    "'a' in x"
    """
    if _REFUSED[0] not in text:
        return ""
    line = text.partition(_REFUSED[1])[2].strip().partition("\n")[0]
    guard = line.partition(" # ")[0].strip()
    entry, _, rest = guard.partition(": ")
    return rest if entry.replace("/", "").isdigit() else guard


def is_of_numpy(error: str) -> bool:
    """Return whether an error names numpy's arrays, as which torch traces numbers."""
    return "'ndarray' object" in error


def error_of_backend(text: str) -> str:
    """Return the backend's error without what torch does about it.

    >>> error_of_backend("Backend compiler `x` failed with y. Adding a graph break.")
    'Backend compiler `x` failed with y'
    """
    return text.partition("\n")[0].partition(". Adding a graph break")[0]


def raised_in_backend(text: str) -> str:
    r"""Return the first line of the error that a backend raised; "" for others.

    >>> raised_in_backend("backend='x' raised:\nValueError: no")
    'ValueError: no'
    """
    first, _, rest = text.partition(_IN_BACKEND)
    is_backend = first.startswith("backend=") and "\n" not in first
    return rest.strip().partition("\n")[0] if is_backend else ""


def is_of_inference_tensor(text: str) -> bool:
    """Return whether an operation cannot use a tensor of inference mode."""
    return "inference tensor" in text.lower()


def avoids_builtin(hint: str) -> bool:
    """Return whether torch advises not to call a builtin function as the code does."""
    return hint.startswith("Avoid calling builtin")


def checked_class(reason: str, context: str) -> str:
    """Return the dataclass of pydantic whose constructor breaks the graph, or "".

    >>> checked_class("Pydantic dataclass constructor", "<class 'schema.State'>")
    'State'
    """
    if not reason.startswith("Pydantic dataclass"):
        return ""
    return context.strip("<>'").rpartition(".")[2]


def avoided_call(hint: str, context: str = "") -> str:
    """Return the method or class that torch advises not to call; "" for other hints.

    Torch names the class of the owner: `type` if this is a class itself.  Its debug
    context has the owner.

    Args:
        hint: torch's hint.
        context: torch's texts about the break.

    >>> avoided_call("Avoid calling `datetime.replace` in your code.")
    'datetime.replace'
    >>> avoided_call("Avoid calling `<class 'types.SimpleNamespace'>` in your code.")
    'types.SimpleNamespace'
    >>> hint = "Avoid calling `type.__new__` in your code."
    >>> avoided_call(hint, "call_method BuiltinVariable(str) __new__ []")
    'str.__new__'
    """
    if not hint.startswith(_AVOID):
        return ""
    name = hint[len(_AVOID) :].partition("`")[0]
    owner, _, called = context.partition(_OF_CLASS)[2].partition(") ")
    method = called.partition(" ")[0]
    if method and name == f"type.{method}":
        return f"{owner}.{method}"
    return name[len(_CLASS) : -2] if name.startswith(_CLASS) else name


def avoids_class(hint: str) -> bool:
    """Return whether torch advises not to create objects of a class."""
    return hint.startswith(f"{_AVOID}{_CLASS}")


def is_of_no_tensor(reason: str) -> bool:
    """Return whether a method in C of an object that is no tensor breaks the graph."""
    return "on C method descriptor" in reason


_ITEMS = ("item", "_local_scalar_dense")
_HOOKS = ("torch/utils/hooks.py", "torch\\utils\\hooks.py")
_SETS_REQUIRES_GRAD = (
    "setattr() on Tensor.requires_grad",
    "requires_grad_() intermediate leaked as output",
)


def sets_requires_grad(reason: str) -> bool:
    """Return whether code that sets `requires_grad` of a tensor breaks the graph."""
    return any(words in reason for words in _SETS_REQUIRES_GRAD)


def creates_with_gradients(reason: str) -> bool:
    """Return whether creating a tensor that needs gradients breaks the graph."""
    return "tensor creation function with requires_grad=True" in reason


def creates_parameter(words: str) -> bool:
    """Return whether a call of `torch.nn.Parameter` breaks the graph."""
    return "torch.nn.Parameter" in words and "constructor" in words


def value_operator(text: str) -> str:
    """Return the operator that gives a number or a bool by values, but no item; or "".

    >>> value_operator("data dependent operator: aten.equal.default")
    'equal'
    >>> value_operator("data dependent operator: aten._local_scalar_dense.default")
    ''
    """
    is_by_data = "ata dependent operator" in text
    words = text.replace("`", " ").split() if is_by_data else ()
    named = (one.split(".")[1] for one in words if one.startswith("aten."))
    name = next(named, "")
    return name if name not in _ITEMS else ""


def draws_in_place(words: str) -> bool:
    """Return whether `random_` of a tensor breaks the graph."""
    return "Tensor.random_" in words


def is_of_new_object(words: str) -> bool:
    """Return whether torch cannot use what compiled code itself created."""
    return "sourceless builder" in words.lower()


def sorts_by_tensor(words: str) -> bool:
    """Return whether tensors as keys of `sorted`, `min` or `max` break the graph."""
    return "non-constant key" in words


def is_without_help(hint: str) -> bool:
    """Return whether a hint only refers to a document that few can read."""
    return "docs.google.com" in hint


def is_of_generator(hint: str) -> bool:
    """Return whether torch cannot resume in a generator, after a break inside of it."""
    return hint.startswith("Remove mutations from the generator")


def is_deep_copy(hint: str) -> bool:
    """Return whether a hint is about `copy.deepcopy` of tensors."""
    return "copy.deepcopy()" in hint


def is_of_hooks(reason: str, file: str) -> bool:
    """Return whether registering or removing a hook breaks the graph."""
    return "RemovableHandle" in reason or file.endswith(_HOOKS)


def is_getattr_of_c(reason: str) -> bool:
    """Return whether a class has a `__getattr__` that is no Python function."""
    return any(words in reason for words in _NO_FUNCTION)


def sets_data(reason: str) -> bool:
    """Return whether code sets `.data` of a tensor that it created itself."""
    return "mutate tensor data attribute" in reason and "dtype" not in reason


def is_next_of_object(reason: str) -> bool:
    """Return whether `next` gets an iterator of a kind that torch cannot advance."""
    return "tp_iternext" in reason


def is_foreign_generator(text: str) -> bool:
    """Return whether compiled code loops over a generator that it did not create."""
    is_loop = "tp_iter" in text or "iterate over" in text
    return is_loop and "UserDefinedObjectVariable(generator)" in text


def is_weak_proxy(text: str) -> bool:
    """Return whether compiled code uses an object through a `weakref.proxy`."""
    return "weakref.ProxyType" in text or "weakproxy" in text


def is_no_operand(reason: str) -> bool:
    """Return whether a function of torch gets an object that no graph can contain."""
    return "convert args/kwargs to proxy" in reason


# Torch's reasons in the names of CPython's or its own code, by their first words.
_PLAIN = {
    "missing tp_iter": "a loop over an object that it cannot iterate over",
    "missing tp_iternext": "`next` on an iterator that it cannot advance",
}


def in_plain_words(reason: str) -> str:
    """Return a reason on one line, in words that a user of Python knows.

    >>> in_plain_words("Missing tp_iternext"), in_plain_words("Data-dependent branch")
    ('`next` on an iterator that it cannot advance', 'Data-dependent branch')
    """
    words = " ".join(reason.split())
    return _PLAIN.get(words.lower(), words)
