import torch

from kernels import top_k_mask


def apply_temperature(logits, temperature):
    return logits / max(temperature, 1e-4)


def top_p_filter(probs, top_p):
    ordered, order = probs.sort(-1, descending=True)
    keep = ordered.cumsum(-1) - ordered < top_p
    kept = torch.zeros_like(probs).scatter(-1, order, ordered * keep)
    return kept / kept.sum(-1, keepdim=True)


def top_k_top_p_probs(logits, k, top_p):
    masked = top_k_mask(logits, k)
    return top_p_filter(masked.softmax(-1), top_p)


def pick(probs, noise):
    return (probs.cumsum(-1) < noise[:, None]).sum(-1).clamp(max=probs.shape[-1] - 1)
