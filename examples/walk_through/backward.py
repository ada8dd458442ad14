import torch


@torch.compile(backend="aot_eager")
def loss_of(x, weight, calls):
    calls.add_(1)
    waves = torch.sin(x @ weight)
    return torch.cos(waves).mean()


torch.manual_seed(0)
x = torch.randn(64, 8)
weight = torch.randn(8, 32, requires_grad=True)
calls = torch.zeros(1)
for _ in range(2):
    loss = loss_of(x, weight, calls)
    loss.backward()
print(f"loss {loss:.4f}, gradient {weight.grad.norm():.4f}, calls {calls.item():.0f}")
