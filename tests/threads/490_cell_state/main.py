import torch
import torch.nn.functional as F

from model import SequenceRegressor, count_parameters
from options import CellConfig


def make_batch(gen, batch=16, length=6, inputs=6):
    series = torch.randn(batch, length, inputs, generator=gen)
    target = torch.stack([series.mean(dim=(1, 2)), series.amax(dim=(1, 2))], dim=-1)
    return series, target


def main():
    torch.manual_seed(3)
    gen = torch.Generator().manual_seed(11)
    config = CellConfig()
    model = SequenceRegressor(config)
    forward = torch.compile(model, backend="inductor")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    losses = []
    for _ in range(12):
        series, target = make_batch(gen, inputs=config.inputs)
        loss = F.smooth_l1_loss(forward(series), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    print("parameters", count_parameters(model))
    print("first %.3f last %.3f" % (losses[0], losses[-1]))
    print("bias norm %.3f" % model.cell.bias.norm().item())


if __name__ == "__main__":
    main()
