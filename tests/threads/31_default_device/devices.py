import torch


def device_and_dtype(values):
    """What the tensors among the values agree on; without any, the defaults."""
    device, dtype = None, None
    for value in values:
        if isinstance(value, torch.Tensor):
            device, dtype = value.device, value.dtype
    if device is None:
        device = torch.get_default_device()
        dtype = torch.get_default_dtype()
    return device, dtype
