import torch


def nearest(flat, table):
    dist = flat.pow(2).sum(1, keepdim=True) - 2 * flat @ table.t() + table.pow(2).sum(1)
    return dist.argmin(1)


def carry_through(soft, hard):
    out = soft.clone()
    out.data = hard.detach()
    return out


def usage(index, size):
    counts = torch.bincount(index, minlength=size).float()
    share = counts / counts.sum()
    return torch.exp(-(share * torch.log(share + 1e-9)).sum())
