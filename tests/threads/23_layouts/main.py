"""Images from several sources, and a guidance for each (pytorch#160271: stride mismatch)."""
import torch
import torch.nn as nn

from sources import Mixed


class Guided(nn.Module):
    def __init__(self, cin=3, dim=8):
        super().__init__()
        self.inp = nn.Linear(cin, dim)
        self.guide = nn.Linear(1, dim)
        self.out = nn.Linear(dim, cin)

    def forward(self, x, guidance):
        h = self.inp(x.movedim(1, -1)) + self.guide(guidance[:, None])[:, None, None]
        return self.out(torch.relu(h)).movedim(-1, 1)


@torch.compile(backend="eager")
def charbonnier(pred, y):
    return ((pred - y).square() + 1e-3).sqrt().mean()


def main():
    torch.manual_seed(0)
    model = Guided()
    net = torch.compile(model, backend="eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, guidance in Mixed(batch=4, size=6).take(6):
        loss = charbonnier(net(x, guidance), torch.zeros(4, 3, 6, 6))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
