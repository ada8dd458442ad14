import torch
from torch import nn


class SAGELayer(nn.Module):
    def __init__(self, dim_in: int, dim_out: int):
        super().__init__()
        self.own = nn.Linear(dim_in, dim_out)
        self.nbr = nn.Linear(dim_in, dim_out, bias=False)

    def forward(self, x_dst, x_src, dst):
        total = x_src.new_zeros(x_dst.shape).index_add(0, dst, x_src)
        degree = x_src.new_zeros(x_dst.size(0)).index_add(0, dst, torch.ones_like(x_src[:, 0]))
        return self.own(x_dst) + self.nbr(total / degree.clamp(min=1).unsqueeze(-1))


class SAGE(nn.Module):
    def __init__(self, dim: int, hidden: int, classes: int):
        super().__init__()
        self.layer = SAGELayer(dim, hidden)
        self.head = nn.Linear(hidden, classes)

    def forward(self, x_dst, x_src, dst):
        return self.head(torch.relu(self.layer(x_dst, x_src, dst)))
