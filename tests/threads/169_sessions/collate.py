import torch

from schema import check, row_type


def collate(sessions):
    """List of per-session dicts -> one batch with a tensor per column."""
    columns = check(sessions[0])
    make = row_type(columns)
    return make(*[torch.stack([torch.as_tensor(s[c]) for s in sessions]) for c in columns])


def pad_left(seq, length, value=0):
    return [value] * (length - len(seq)) + list(seq)[-length:]
