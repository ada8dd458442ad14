import torch.nn as nn


class KLAnneal(nn.Module):
    """Linear growth of the KL weight over the first epochs."""

    def __init__(self, warmup, top=0.5):
        super().__init__()
        self.warmup = warmup
        self.top = top
        self.epoch = 0

    def set_epoch(self, epoch):
        self.epoch = epoch

    def weight(self):
        return self.top * min(1.0, self.epoch / self.warmup)

    def forward(self, kl):
        return self.weight() * kl
