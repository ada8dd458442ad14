"""Windows, shuffling and collating."""
import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader, Dataset


class Windows(Dataset):
    def __init__(self, shops, ends, context, horizon):
        self.items = [(s, e) for e in ends for s in shops]
        self.context, self.horizon = context, horizon

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        shop, end = self.items[i]
        return shop.window(end, self.context, self.horizon)


def lengths_of(xs):
    return torch.tensor([x.shape[0] for x in xs])


def collate(batch):
    xs, ys = zip(*batch)
    n = lengths_of(xs)
    if int(n.min()) == int(n.max()):
        x = torch.stack(xs)
    else:
        x = pad_sequence(xs).transpose(0, 1)
    mask = torch.arange(x.shape[1])[None] < n[:, None]
    return {"x": x, "mask": mask, "y": torch.stack(ys)}


def loader(shops, ends, context, horizon, batch, seed):
    g = torch.Generator().manual_seed(seed)
    return DataLoader(Windows(shops, ends, context, horizon), batch_size=batch, shuffle=True,
                      collate_fn=collate, drop_last=True, generator=g)
