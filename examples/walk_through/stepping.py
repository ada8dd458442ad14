import sys

import torch


@torch.compile(backend=sys.argv[1] if sys.argv[1:] else "aot_eager")
def similarity(a, b):
    a = a / a.norm(dim=1, keepdim=True)
    b = b / b.norm(dim=1, keepdim=True)
    return (a * b).sum(dim=1)


torch.manual_seed(0)
a, b = torch.randn(3, 4, requires_grad=True), torch.randn(3, 4)
b[1] = 0
loss = similarity(a, b).sum()
loss.backward()
print(f"loss: {loss.item():.4f}")
