"""Inductor in all its modes, on this machine's processor."""
import sys

import torch

torch.manual_seed(0)
layer = torch.nn.Linear(16, 16)
x = torch.randn(8, 16)
for mode in sys.argv[1:]:
    torch._dynamo.reset()
    layer.zero_grad()
    fn = torch.compile(lambda t: layer(t).relu().sum(), mode=mode)
    for _ in range(2):
        out = fn(x)
        out.backward()
        print(mode, out.item(), layer.weight.grad.sum().item())
    with torch.no_grad():
        print(torch.compile(lambda t: layer(t).sin(), mode=mode)(x).sum().item())
