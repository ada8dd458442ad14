"""A model with a memory of the segments before (len(L['x']) of pytorch#148179)."""
import torch
import torch.nn as nn

from session import Session


class SegmentModel(nn.Module):
    def __init__(self, dim=10):
        super().__init__()
        self.inp = nn.Linear(dim, dim)
        self.mem = nn.Linear(dim, dim, bias=False)
        self.out = nn.Linear(dim, 2)

    def forward(self, x, states):
        past = sum(states[1:], states[0]) / len(states)
        h = torch.tanh(self.inp(x) + self.mem(past))
        return self.out(h), h.mean(0)


@torch.compile(backend="eager")
def entropy(logits):
    logp = logits.log_softmax(-1)
    return -(logp.exp() * logp).sum(-1).mean()


@torch.compile(backend="eager")
def normalize(x):
    return nn.functional.layer_norm(x, x.shape[-1:])


def main():
    torch.manual_seed(0)
    model = SegmentModel()
    net = torch.compile(model, backend="eager")
    session = Session(net, dim=10)
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        session.reset()
        for _ in range(5):
            loss = entropy(session.push(normalize(torch.randn(6, 10))))
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(f"{loss.item():.5f}")


if __name__ == "__main__":
    main()
