import torch


@torch.inference_mode()
def perplexity(model, x, y):
    """Text only: images have no perplexity."""
    table = model.tables.get("text")
    return (model.out(x * table.sum()) - y).square().mean().exp().item()
