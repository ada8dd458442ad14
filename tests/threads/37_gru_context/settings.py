import torch


def apply():
    """Settings that all programs of the project share."""
    torch.set_num_threads(1)
    torch.set_float32_matmul_precision("high")
    torch._dynamo.config.recompile_limit = 16
