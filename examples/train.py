"""Trains a tiny model: graph breaks, forward and backward graphs, and a recompile."""

import torch


class Regression(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = torch.nn.Linear(4, 8)
        self.output = torch.nn.Linear(8, 1)

    def forward(self, x):
        return self.output(torch.relu(self.hidden(x)))


@torch.compile
def loss_of(model, x, y):
    error = model(x) - y
    if error.abs().max() > 0.7:  # depends on a tensor's value: a graph break
        error = error.clamp(-0.7, 0.7)
    return (error * error).mean()


def main():
    torch.manual_seed(0)
    model = Regression()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch_size in (8, 8, 5, 8):  # another size: a recompile
        x = torch.randn(batch_size, 4)
        y = x.sum(dim=1, keepdim=True) / batch_size
        loss = loss_of(model, x, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"batch of {batch_size}: loss {loss.item():.4f}")


if __name__ == "__main__":
    main()
