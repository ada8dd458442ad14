import torch
from torch import nn
import torch.nn.functional as F


def remove_self_loops(edge_index):
    mask = edge_index[0] != edge_index[1]
    return edge_index[:, mask]


def add_self_loops(edge_index, num_nodes):
    loops = torch.arange(num_nodes, device=edge_index.device)
    return torch.cat((edge_index, loops.expand(2, -1)), 1)


def segment_softmax(score, index, num_nodes):
    where = index[:, None].expand_as(score)
    top = score.new_full((num_nodes, score.shape[1]), float("-inf")).scatter_reduce(0, where, score.detach(), "amax")
    weight = (score - top[index]).exp()
    total = score.new_zeros(num_nodes, score.shape[1]).index_add(0, index, weight)
    return weight / (total[index] + 1e-16)


class GATv2Conv(nn.Module):
    def __init__(self, cin, cout, heads=2, concat=True, self_loops=True, negative_slope=0.2):
        super().__init__()
        self.heads, self.cout, self.concat = heads, cout, concat
        self.self_loops = self_loops
        self.negative_slope = negative_slope
        self.lin_l = nn.Linear(cin, heads * cout)
        self.lin_r = nn.Linear(cin, heads * cout)
        self.att = nn.Parameter(torch.randn(heads, cout) * 0.3)

    def forward(self, x, edge_index):
        num_nodes = x.shape[0]
        left = self.lin_l(x).view(-1, self.heads, self.cout)
        right = self.lin_r(x).view(-1, self.heads, self.cout)
        if self.self_loops:
            edge_index = add_self_loops(remove_self_loops(edge_index), num_nodes)
        src, dst = edge_index
        score = (F.leaky_relu(left[src] + right[dst], self.negative_slope) * self.att).sum(-1)
        alpha = segment_softmax(score, dst, num_nodes)
        out = left.new_zeros(num_nodes, self.heads, self.cout).index_add(0, dst, left[src] * alpha[..., None])
        return out.flatten(1) if self.concat else out.mean(1)


class GAT(nn.Module):
    def __init__(self, cin, hidden, num_classes, heads=2):
        super().__init__()
        self.conv1 = GATv2Conv(cin, hidden, heads)
        self.conv2 = GATv2Conv(hidden * heads, num_classes, heads, concat=False)

    def forward(self, x, edge_index):
        return self.conv2(F.elu(self.conv1(x, edge_index)), edge_index)
