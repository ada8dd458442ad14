"""What must be freed at once is freed at once, in a block as without."""
import gc
import os
import weakref

import torch

gc.disable()
os.environ.setdefault("DEPYF", "")


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)

    def forward(self, x):
        y = self.linear(x).relu()
        torch._dynamo.graph_break()
        return y * 2


class Tracked(torch.utils._python_dispatch.TorchDispatchMode):
    """Keeps weak references to all tensors that are made."""

    def __init__(self):
        super().__init__()
        self.made = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        if isinstance(out, torch.Tensor):
            self.made.append(weakref.ref(out))
        return out


for backend in ("eager", "aot_eager"):
    torch._dynamo.reset()
    gc.collect()
    torch.manual_seed(0)
    net = Net()
    x = torch.randn(2, 3)
    compiled = torch.compile(net, backend=backend)
    out = compiled(x)
    out.sum().backward()
    refs = {"x": weakref.ref(x), "out": weakref.ref(out)}
    refs["weight"] = weakref.ref(net.linear.weight)
    del x, out
    print({name: ref() is None for name, ref in refs.items()})
    refs["net"] = weakref.ref(net)
    with_mode = Tracked()
    with with_mode:
        compiled(torch.ones(2, 3)).sum().backward()
    print(sum(ref() is not None for ref in with_mode.made))
    del net, compiled
    gc.collect()
    print({name: ref() is None for name, ref in refs.items()})

    def make():
        def inner(x):
            y = x.exp()
            torch._dynamo.graph_break()
            return y + 1

        return torch.compile(inner, backend=backend), weakref.ref(inner)

    function, reference = make()
    print(function(torch.ones(2)).tolist())
    del function
    gc.collect()
    torch._dynamo.reset()
    gc.collect()
    print(reference() is None)


def sizes(x):
    """The most tensors alive at one time, by what is freed between operations."""
    alive = []
    for _ in range(3):
        y = x.sin()
        alive.append(weakref.ref(y))
        y = y.cos()
        torch._dynamo.graph_break()
        alive.append(weakref.ref(y))
        del y
    return [ref() is None for ref in alive]


print(torch.compile(sizes, backend="eager")(torch.ones(2)))
