"""Custom autograd functions, custom operators, hooks, and a second derivative."""
import torch


class Clipped(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, limit):
        ctx.save_for_backward(x)
        ctx.limit = limit
        return x.clamp(max=limit)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x < ctx.limit), None


class Loud(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        print("forward runs")
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        print("backward runs")
        return grad * 3


@torch.library.custom_op("depyf_tests::doubled", mutates_args=())
def doubled(x: torch.Tensor) -> torch.Tensor:
    return x * 2


@doubled.register_fake
def _(x):
    return torch.empty_like(x)


doubled.register_autograd(lambda ctx, grad: grad * 2)


@torch.library.custom_op("depyf_tests::add_into", mutates_args=("into",))
def add_into(into: torch.Tensor, x: torch.Tensor) -> None:
    into.add_(x)


torch.manual_seed(0)
for backend in ("eager", "aot_eager"):
    torch._dynamo.reset()

    @torch.compile(backend=backend)
    def f(x):
        y = Clipped.apply(x, 0.5)
        y = doubled(y)
        torch._dynamo.graph_break()
        y.register_hook(lambda grad: grad * 10)
        return Loud.apply(y).sum()

    x = torch.randn(5, requires_grad=True)
    x.register_hook(lambda grad: print("hook", grad.shape))
    f(x).backward()
    print(x.grad.tolist())

    @torch.compile(backend=backend)
    def into(buffer, x):
        add_into(buffer, x)
        return buffer * 2

    buffer = torch.zeros(3)
    print(into(buffer, torch.ones(3)).tolist(), buffer.tolist())

    layer = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.ReLU())
    calls = []
    layer[0].register_forward_hook(lambda m, args, out: calls.append("f") or out + 1)
    layer[0].register_forward_pre_hook(lambda m, args: calls.append("p"))
    layer[0].register_full_backward_hook(lambda m, gi, go: calls.append("b"))
    compiled = torch.compile(layer, backend=backend)
    compiled(torch.ones(2, 3)).sum().backward()
    print(calls, layer[0].weight.grad.tolist())

    if backend == "eager":
        second = torch.compile(lambda t: (t**3).sum(), backend=backend)
        t = torch.ones(3, requires_grad=True)
        (first,) = torch.autograd.grad(second(t), t, create_graph=True)
        print(torch.autograd.grad(first.sum(), t)[0].tolist())
