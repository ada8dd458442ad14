import torch


def seeded(seed):
    return torch.Generator(device="cpu").manual_seed(seed)


def randn_tensor(shape, generator=None, dtype=torch.float32):
    if isinstance(generator, list):
        shape = (1,) + tuple(shape[1:])
        parts = [torch.randn(shape, generator=g, dtype=dtype) for g in generator]
        return torch.cat(parts, dim=0)
    return torch.randn(tuple(shape), generator=generator, dtype=dtype)
