import torch.nn.functional as F


def frames_for(length, kernel_size, stride, padding_total):
    return (length - kernel_size + padding_total + stride - 1) // stride


def extra_padding(length, kernel_size, stride, padding_total):
    n_frames = frames_for(length, kernel_size, stride, padding_total)
    ideal = n_frames * stride + kernel_size - padding_total
    return ideal - length


def pad1d(x, left, right, mode="reflect"):
    if mode != "reflect":
        return F.pad(x, (left, right), mode=mode)
    length = x.shape[-1]
    widest = max(left, right)
    if length > widest:
        return F.pad(x, (left, right), mode=mode)
    grow = widest - length + 1
    x = F.pad(F.pad(x, (0, grow)), (left, right), mode=mode)
    return x[..., : x.shape[-1] - grow]
