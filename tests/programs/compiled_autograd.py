"""Compiled autograd, switched on in the ways there are."""
import torch
import torch._dynamo

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Tanh(), torch.nn.Linear(3, 1))


@torch.compile(backend="eager")
def train(model, x):
    loss = model(x).sum()
    loss.backward()
    return loss


with torch._dynamo.config.patch(compiled_autograd=True):
    for n in (2, 2, 5):
        model.zero_grad()
        print(train(model, torch.randn(n, 3)).item())
        print([p.grad.tolist() for p in model.parameters()])

torch._dynamo.reset()
with torch._dynamo.compiled_autograd._enable(torch.compile(backend="eager")) if hasattr(
    torch._dynamo.compiled_autograd, "_enable"
) else torch._dynamo.compiled_autograd.enable(torch.compile(backend="eager")):
    x = torch.randn(2, 3, requires_grad=True)
    x.register_hook(lambda grad: print("hook") or grad * 2)
    model(x).sum().backward()
    print(x.grad.tolist())
