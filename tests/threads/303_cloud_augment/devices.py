"""Where new tensors should live, given the things that a transform was built from."""
import torch


def common_dtype(tensors):
    dtype = tensors[0].dtype
    for t in tensors[1:]:
        dtype = torch.promote_types(dtype, t.dtype)
    return dtype


def placement(values, fallback_dtype=torch.float32):
    """Device and dtype of the tensors among `values`, else the defaults."""
    tensors = [v for v in values if isinstance(v, torch.Tensor)]
    if tensors:
        return tensors[0].device, common_dtype(tensors)
    device = torch.get_default_device()
    return device, fallback_dtype


def same_device(*tensors):
    return all(t.device == tensors[0].device for t in tensors)
