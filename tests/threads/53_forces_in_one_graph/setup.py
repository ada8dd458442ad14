import torch


def prepare(module, seed=1):
    """What each run does before its first step."""
    torch.manual_seed(seed)
    torch.set_float32_matmul_precision("high")
    module.requires_grad_(False)
    return torch.compile(module, backend="aot_eager", fullgraph=True)
