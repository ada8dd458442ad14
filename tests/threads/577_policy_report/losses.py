import torch


def masked_l1(pred, target, valid):
    error = (pred - target).abs().mean(dim=-1)
    return (error * valid).sum() / valid.sum().clamp(min=1)


def gaussian_kl(mu, logvar):
    return (-0.5 * (1 + logvar - mu.pow(2) - logvar.exp())).sum(dim=-1).mean()


class ActionLoss:
    def __init__(self, kl_weight):
        self.kl_weight = kl_weight

    def report(self, **terms):
        return {name: value.item() for name, value in terms.items()}

    def __call__(self, pred, batch, mu, logvar):
        l1 = masked_l1(pred, batch["actions"], batch["valid"])
        kld = gaussian_kl(mu, logvar)
        loss = l1 + self.kl_weight * kld
        return loss, self.report(l1=l1, kld=kld, loss=loss)
