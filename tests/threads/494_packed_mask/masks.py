import torch


def causal(q, k):
    return k <= q


def both(first, second):
    def mask_mod(q, k):
        return first(q, k) & second(q, k)

    return mask_mod


def document_mask(ends):
    def mask_mod(q, k):
        q_doc, k_doc = torch.zeros_like(q), torch.zeros_like(k)
        for end in ends:
            q_doc = q_doc + (q >= end)
            k_doc = k_doc + (k >= end)
        return q_doc == k_doc

    return mask_mod


def build_mask(mask_mod, length, device):
    index = torch.arange(length, device=device)
    return mask_mod(index[:, None], index[None, :])
