import torch


def distances(boxes, first):
    return (boxes - first).abs().sum(-1)


def kept(boxes, scores):
    found = []
    order = scores.argsort(descending=True)
    while order.numel() > 0:
        first = order[0]
        found.append(first)
        apart = distances(boxes[order], boxes[first])
        order = order[apart > 0.5]
    return torch.stack(found)


kept = torch.compile(kept, backend="eager")


def main():
    torch.manual_seed(0)
    y = kept(torch.rand(12, 4), torch.rand(12))
    print(y.dim())


main()
