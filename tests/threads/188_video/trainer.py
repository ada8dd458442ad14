import torch.nn.functional as F


def train_epoch(net, loader, opt):
    total, hits, n = 0.0, 0, 0
    for x, y in loader:
        logits = net(x)
        loss = F.cross_entropy(logits, y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item() * len(y)
        hits += (logits.argmax(-1) == y).sum().item()
        n += len(y)
    return total / n, hits / n
