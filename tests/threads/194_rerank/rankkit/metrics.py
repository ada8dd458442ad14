"""Offline metrics, computed on the host."""
import math


def dcg(labels, order):
    total = 0.0
    for row, idx in zip(labels.tolist(), order.tolist()):
        total += sum(row[i] / math.log2(r + 2) for r, i in enumerate(idx[:10]))
    return total / len(labels)


def coverage(sellers, order):
    hits = [len({row[i] for i in idx[:5]}) for row, idx in zip(sellers.tolist(), order.tolist())]
    return sum(hits) / len(hits)
