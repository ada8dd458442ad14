import torch
from torch import nn

from request import Request, seeded_rows
from sampler import Sampler

VOCAB = 48


def make_model(dim=24):
    return nn.Sequential(nn.Embedding(VOCAB, dim), nn.Linear(dim, dim), nn.Tanh(), nn.Linear(dim, VOCAB))


def run(model, sampler, waiting):
    steps = 0
    while any(not r.done for r in waiting):
        batch = [r for r in waiting if not r.done]
        logits = model(torch.tensor([r.tokens[-1] for r in batch])) * 4
        temperature = torch.tensor([r.temperature for r in batch])
        picked = sampler(logits, temperature, seeded_rows(batch, VOCAB))
        for request, token in zip(batch, picked.tolist()):
            request.tokens.append(token)
        steps += 1
    return steps


def main():
    torch.manual_seed(11)
    model = make_model().eval()
    sampler = Sampler()
    waiting = [
        Request(1, 4, 0.7, seed=5), Request(9, 7, 1.0), Request(17, 9, 0.5, seed=8),
        Request(30, 11, 1.2), Request(41, 11, 0.9, seed=2),
    ]
    with torch.no_grad():
        steps = run(model, sampler, waiting)
    for request in waiting:
        print(request.tokens[-4:])
    print(f"steps {steps} entropy {sum(sampler.entropy) / steps:.4f}")


if __name__ == "__main__":
    main()
