"""Tensor subclasses of both kinds, and parameters of a subclass."""
import torch
from told import told


class Named(torch.Tensor):
    label = "none"

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        out = super().__torch_function__(func, types, args, kwargs or {})
        if isinstance(out, Named):
            out.label = "made"
        return out


class Pair(torch.Tensor):
    @staticmethod
    def __new__(cls, a, b):
        return torch.Tensor._make_wrapper_subclass(
            cls, a.shape, strides=a.stride(), dtype=a.dtype, requires_grad=False
        )

    def __init__(self, a, b):
        self.a, self.b = a, b

    def __tensor_flatten__(self):
        return ["a", "b"], None

    @staticmethod
    def __tensor_unflatten__(inner, context, size, stride):
        return Pair(inner["a"], inner["b"])

    def __repr__(self):
        return "Pair"

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        tree_map = torch.utils._pytree.tree_map_only
        first = func(*tree_map(Pair, lambda p: p.a, args), **(kwargs or {}))
        second = func(*tree_map(Pair, lambda p: p.b, args), **(kwargs or {}))
        if isinstance(first, torch.Tensor):
            return Pair(first, second)
        return first


for backend in ("eager", "aot_eager"):
    torch._dynamo.reset()

    def f(x):
        y = x.sin() + 1
        torch._dynamo.graph_break()
        return y * 2

    def compiled(fn, *args):
        return torch.compile(fn, backend=backend)(*args)

    def named():
        out = compiled(f, torch.ones(2).as_subclass(Named))
        return type(out).__name__, out.tolist()

    def pair():
        out = compiled(f, Pair(torch.ones(2), torch.zeros(2)))
        return type(out).__name__, out.a.tolist(), out.b.tolist()

    def sparse():
        return compiled(lambda t: t * 2, torch.eye(2).to_sparse()).to_dense().tolist()

    told(named)
    told(pair)
    told(sparse)
    told(lambda: compiled(f, torch.nn.Parameter(torch.ones(2))).tolist())
