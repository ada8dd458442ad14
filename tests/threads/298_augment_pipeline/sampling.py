import torch


def resolve_placement(values):
    """Device and dtype shared by the tensors among `values`."""
    device, dtype = None, None
    for value in values:
        if isinstance(value, torch.Tensor):
            device, dtype = value.device, value.dtype
    if device is None:
        device = torch.get_default_device()
        dtype = torch.get_default_dtype()
    return device, dtype


class UniformSampler:
    """Draws one value per image for every named range."""

    def __init__(self, **ranges):
        self.ranges = ranges

    def __call__(self, batch_size):
        bounds = [b for pair in self.ranges.values() for b in pair]
        device, dtype = resolve_placement(bounds)
        params = {}
        for name, (low, high) in self.ranges.items():
            draw = torch.rand(batch_size, device=device, dtype=dtype)
            params[name] = low + (high - low) * draw
        return params
