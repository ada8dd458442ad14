import torch


def column(rows, key, default):
    values = [row.get(key, default) for row in rows]
    if torch.is_tensor(values[0]):
        return torch.stack(values)
    return torch.tensor(values)


def collate(rows):
    """One dict of stacked tensors; keys which no row has are left out."""
    keys = ["load", "temp", "weekday", "target"]
    if any("weight" in row for row in rows):
        keys.append("weight")
    return {k: column(rows, k, 1.0) for k in keys}
