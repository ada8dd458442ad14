import torch


def top_plans(plans, costs, keep):
    """The `keep` cheapest plans, cheapest first."""
    ranked = sorted(range(plans.shape[0]), key=lambda i: costs[i])
    return plans[ranked[:keep]]


def soft_weights(count, temperature=0.5):
    rank = torch.arange(count, dtype=torch.float32)
    return torch.softmax(-temperature * rank, 0)


def moments(plans, weights):
    w = weights.view(-1, 1, 1)
    mean = (w * plans).sum(0)
    std = (w * (plans - mean).square()).sum(0).sqrt()
    return mean, std.clamp_min(0.05)
