"""Bayesian active learning: query the points on which a dropout ensemble disagrees most."""
import torch

from acquisition import Acquirer
from evaluate import Evaluator
from net import DropNet, scorer
from pool import make_pool


def fit(net, x, y, steps=15):
    opt = torch.optim.Adam(net.parameters(), lr=0.02)
    net.train()
    for _ in range(steps):
        loss = torch.nn.functional.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item()


def main():
    torch.manual_seed(9)
    x, y, xt, yt = make_pool(seed=12)
    net = DropNet(dim=5, width=24, classes=3)
    score = scorer(net)
    acquire, evaluate = Acquirer(score, batch=12), Evaluator(score)
    labelled = torch.zeros(len(x), dtype=torch.bool)
    labelled[:12] = True
    for rnd in range(4):
        loss = fit(net, x[labelled], y[labelled])
        net.eval()
        acc, ece = evaluate(xt, yt)
        picked = acquire(x, labelled)
        labelled[picked] = True
        print(f"round {rnd} loss {loss:.4f} acc {acc:.3f} ece {ece:.4f} labelled {int(labelled.sum())}")


if __name__ == "__main__":
    main()
