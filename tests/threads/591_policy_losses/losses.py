import torch.nn.functional as F

from meters import to_number


def action_loss(pred, target):
    return F.l1_loss(pred, target)


def kl_loss(mean, logvar):
    return -0.5 * (1 + logvar - mean.pow(2) - logvar.exp()).sum(-1).mean()


def smoothness(pred):
    return (pred[:, 1:] - pred[:, :-1]).pow(2).mean()


def combine(parts, kl_weight, smooth_weight=0.05):
    loss = parts["action"] + kl_weight * parts["kl"] + smooth_weight * parts["smooth"]
    report = dict(parts, total=loss)
    return loss, {name: to_number(value) for name, value in report.items()}
