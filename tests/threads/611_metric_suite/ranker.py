import torch
from torch import nn


class ClickRanker(nn.Module):
    def __init__(self, users, items, width):
        super().__init__()
        self.users = nn.Embedding(users, width)
        self.items = nn.Embedding(items, width)
        self.bias = nn.Parameter(torch.zeros(()))

    def forward(self, user_ids, item_ids):
        return (self.users(user_ids) * self.items(item_ids)).sum(-1) + self.bias


def click_batches(count, size, users, items, seed):
    generator = torch.Generator().manual_seed(seed)
    for _ in range(count):
        user_ids = torch.randint(0, users, (size,), generator=generator)
        item_ids = torch.randint(0, items, (size,), generator=generator)
        clicks = ((user_ids + item_ids) % 3 == 0).float()
        yield user_ids, item_ids, clicks
