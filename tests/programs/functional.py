"""torch.func, higher order operators, checkpoints, autocast, a closed-over tensor."""
import torch
import torch.utils.checkpoint
from told import told
from torch.func import functional_call, grad, jacrev, jvp, vmap

torch.manual_seed(0)
layer = torch.nn.Linear(3, 3)
scale = torch.full((3,), 2.0)


def loss(x):
    return (x.sin() * scale).sum()


def called(params, x):
    return functional_call(layer, params, (x,)).sum()


for backend in ("eager", "aot_eager"):
    torch._dynamo.reset()

    def compiled(fn):
        return torch.compile(fn, backend=backend)

    x = torch.randn(4, 3)
    told(lambda: compiled(lambda t: grad(loss)(t))(x[0]).tolist())
    told(lambda: compiled(lambda t: vmap(grad(loss))(t))(x).tolist())
    told(lambda: compiled(lambda t: jacrev(torch.sin)(t))(x[0]).tolist())
    told(lambda: compiled(lambda t: jvp(loss, (t,), (torch.ones(3),)))(x[0]))
    params = dict(layer.named_parameters())
    gradients = compiled(lambda p, t: grad(called)(p, t))(params, x)
    print({name: value.tolist() for name, value in gradients.items()})
    told(lambda: compiled(lambda t: torch.cond(t.sum() > 0, torch.sin, torch.cos, (t,)))(x).tolist())

    def block(t):
        return layer(t).relu()

    def checkpointed(t):
        return torch.utils.checkpoint.checkpoint(block, t, use_reentrant=False).sum()

    y = torch.randn(2, 3, requires_grad=True)
    compiled(checkpointed)(y).backward()
    print(y.grad.tolist())

    def mixed(t):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            z = layer(t)
            torch._dynamo.graph_break()
            return z @ z.t()

    with torch.no_grad():
        told(lambda: compiled(mixed)(x).tolist())
