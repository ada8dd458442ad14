import sys

import torch
from torch.nn.functional import gelu

backend = sys.argv[1] if len(sys.argv) > 1 else "inductor"


@torch.compile(backend=backend)
def layer(x, weight, bias):
    hidden = gelu(x)
    scaled = hidden * 2 + bias
    mixed = scaled @ weight
    shifted = mixed + bias
    return shifted.relu() * bias


torch.manual_seed(0)
x, bias = torch.randn(64, 128), torch.randn(128)
weight = torch.randn(128, 128)
print(f"{layer(x, weight, bias).mean():.4f}")
