import heapq
from dataclasses import dataclass

import torch


@dataclass
class Codes:
    nodes: torch.Tensor
    signs: torch.Tensor
    mask: torch.Tensor


def balanced_codes(n_items):
    depth = max(1, (n_items - 1).bit_length())
    paths = {}
    for i in range(n_items):
        bits = [(i >> (depth - 1 - d)) & 1 for d in range(depth)]
        paths[i] = [((1 << d) - 1 + (i >> (depth - d)), b) for d, b in enumerate(bits)]
    return pack(paths, n_items)


def huffman_codes(counts):
    heap = [(c, i, ("leaf", i)) for i, c in enumerate(counts)]
    heapq.heapify(heap)
    inner = 0
    while len(heap) > 1:
        a, b = heapq.heappop(heap), heapq.heappop(heap)
        heapq.heappush(heap, (a[0] + b[0], len(counts) + inner, ("node", inner, a[2], b[2])))
        inner += 1
    paths, stack = {}, [(heap[0][2], [])]
    while stack:
        node, path = stack.pop()
        if node[0] == "leaf":
            paths[node[1]] = path
            continue
        stack.append((node[2], path + [(node[1], 0)]))
        stack.append((node[3], path + [(node[1], 1)]))
    return pack(paths, len(counts))


def pack(paths, n_items):
    depth = max(len(p) for p in paths.values())
    rows = [paths[i] + [(0, -1)] * (depth - len(paths[i])) for i in range(n_items)]
    table = torch.tensor(rows)
    nodes, bits = table[..., 0], table[..., 1]
    return Codes(nodes, 1.0 - 2.0 * bits.clamp_min(0), (bits >= 0).float())
