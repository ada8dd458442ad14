import torch


def causal(q, k):
    return q >= k


def within(starts):
    def mod(q, k):
        doc_q = sum((q >= s).long() for s in starts)
        doc_k = sum((k >= s).long() for s in starts)
        return doc_q == doc_k
    return mod


def both(first, second):
    def mod(q, k):
        return first(q, k) & second(q, k)
    return mod


def build_mask(mask_mod, length):
    place = torch.arange(length)
    return mask_mod(place[:, None], place[None, :])
