import torch
from torch.nn.functional import gelu

device = "cuda" if torch.cuda.is_available() else "cpu"


@torch.compile(mode="reduce-overhead")
def layer(x, weight, bias):
    hidden = gelu(x)
    scaled = hidden * 2 + bias
    return scaled @ weight


torch.manual_seed(0)
x, weight = torch.randn(64, 128, device=device), torch.randn(128, 128, device=device)
bias = torch.randn(128, device=device)
for _ in range(3):  # with CUDA graphs: warm up, record, replay
    y = layer(x, weight, bias)
print(f"{y.mean():.4f}")
for mode in ("default", "reduce-overhead", "max-autotune"):
    print(mode, torch._inductor.list_mode_options(mode))
