"""Business rules on a scored slate. Rules look at ids, never at features."""
import torch

RULES = {}


def rule(fn):
    RULES[fn.__name__] = fn
    return fn


@rule
def fresh_boost(scores, slate, weight=0.2):
    return scores + weight * slate["fresh"]


@rule
def seller_cap(scores, slate, limit=2, cost=1.5):
    """From the third item of one seller on, an item loses `cost`."""
    order = scores.argsort(dim=1, descending=True)
    sellers = slate["seller"].gather(1, order)
    over = []
    for row in sellers.tolist():
        seen = {}
        flags = []
        for s in row:
            seen[s] = seen.get(s, 0) + 1
            flags.append(float(seen[s] > limit))
        over.append(flags)
    penalty = torch.zeros_like(scores).scatter(1, order, torch.tensor(over))
    return scores - cost * penalty


@rule
def mute(scores, slate):
    return scores.masked_fill(slate["muted"], -4.0)


def apply_rules(scores, slate, names):
    for name in names:
        scores = RULES[name](scores, slate)
    return scores
