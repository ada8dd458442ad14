"""Modes that see every call, default devices and dtypes, anomaly mode, random numbers."""
import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode


class Told(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        name = getattr(func, "__name__", str(func))
        # 2.9 times the hooks that it calls; 2.2 asks for formats in the order of a set.
        if "record_function" not in name and name != "is_contiguous":
            print("function", name)
        return func(*args, **(kwargs or {}))


class Dispatched(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print("dispatch", func)
        return func(*args, **(kwargs or {}))


def f(x, y):
    if x.sum() > 0:
        return x * y
    return x - y


def fresh(function, backend="aot_eager"):
    torch._dynamo.reset()
    return torch.compile(function, backend=backend)


a, b = torch.ones(3), torch.arange(3.0)
for backend in ("eager", "aot_eager"):
    compiled = fresh(f, backend)
    with Told():
        print(compiled(a, b))
        print(compiled(torch.ones(2), torch.ones(2)))
    with Dispatched():
        print(compiled(a, b))
        torch._dynamo.reset()
        try:
            print(compiled(a, b))
        except Exception as error:  # some versions cannot
            print(type(error).__name__)

torch.set_default_dtype(torch.float64)
print(fresh(f)(torch.ones(3), torch.arange(3.0)))
torch.set_default_dtype(torch.float32)
with torch.device("meta"):
    print(fresh(lambda x: x + torch.ones(3), "eager")(torch.ones(3)))
torch.set_default_device("cpu")
print(fresh(f)(a, b))
torch.set_default_device(None)
with torch.autograd.set_detect_anomaly(True):
    w = torch.ones(3, requires_grad=True)
    square = fresh(lambda x: (x * x).sum())
    square(w).backward()
    print(w.grad)
with torch.inference_mode():
    print(fresh(lambda x: (x * x).sum())(torch.ones(3)))
with torch.autocast("cpu"):
    print(fresh(torch.nn.Linear(3, 3))(torch.ones(2, 3)).dtype)
torch.manual_seed(0)
print(fresh(lambda x: torch.nn.functional.dropout(x, 0.5))(torch.ones(8)))
print(torch.rand(2))
