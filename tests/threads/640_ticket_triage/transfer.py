import torch


def clean(value):
    return value.strip().lower()


def prepare(batch, dtype=torch.float32):
    moved = {}
    for key, value in batch.items():
        if isinstance(value, torch.Tensor):
            moved[key] = value.to(dtype) if value.is_floating_point() else value
        else:
            moved[key] = clean(value)
    return moved
