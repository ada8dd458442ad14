import torch
import torch.nn.functional as F


def top_picks(logits, picks):
    return torch.topk(logits, picks, dim=-1).indices


def usage(selected, cfg):
    marks = F.one_hot(selected, cfg.label_width)
    return marks.sum(dim=1).float().mean(dim=0)


def balance_loss(logits, cfg):
    probs = torch.softmax(logits, dim=-1)
    load = usage(top_picks(logits, cfg.picks), cfg)
    return cfg.experts * (load * probs.mean(dim=0)).sum() / cfg.picks


def entropy(logits):
    logp = torch.log_softmax(logits, dim=-1)
    return -(logp.exp() * logp).sum(-1).mean()
