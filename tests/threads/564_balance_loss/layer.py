import torch
from torch import nn

from balance import balance_loss


class MixtureLayer(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg.router
        self.router = nn.Linear(cfg.width, cfg.router.experts, bias=False)
        self.experts = nn.Parameter(torch.randn(cfg.router.experts, cfg.width, cfg.width) * 0.1)

    def forward(self, x):
        logits = self.router(x)
        aux = balance_loss(logits, self.cfg)
        weight, index = torch.softmax(logits, dim=-1).topk(self.cfg.picks, dim=-1)
        weight = weight / weight.sum(-1, keepdim=True)
        everything = torch.einsum("nd,edf->nef", x, self.experts)
        chosen = torch.gather(everything, 1, index.unsqueeze(-1).expand(-1, -1, x.shape[-1]))
        return x + (weight.unsqueeze(-1) * torch.tanh(chosen)).sum(1), aux
