import torch


def chunk_positions(start, length, batch):
    ids = torch.arange(start, start + length)
    return ids.unsqueeze(0).expand(batch, -1)


def reach(position_ids):
    return position_ids.max() + 1


def mask_for(length):
    return torch.ones(length, length).tril().bool()
