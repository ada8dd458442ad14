import torch


def keep_top_k(logits, top_k):
    ordered = logits.sort(dim=-1, descending=True).values
    floor = ordered.gather(1, top_k - 1)
    return logits.masked_fill(logits < floor, float("-inf"))


def keep_top_p(logits, top_p):
    ordered, index = logits.sort(dim=-1, descending=True)
    probs = ordered.softmax(-1)
    drop = probs.cumsum(-1) - probs > top_p
    return logits.masked_fill(drop.scatter(1, index, drop), float("-inf"))


def sample(logits, metadata, noise):
    logits = logits / metadata.temperature
    if metadata.top_k is not None:
        logits = keep_top_k(logits, metadata.top_k)
    if metadata.top_p is not None:
        logits = keep_top_p(logits, metadata.top_p)
    choice = (logits + noise).argmax(-1, keepdim=True)
    return choice, logits.log_softmax(-1).gather(1, choice)
