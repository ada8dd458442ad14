from dataclasses import dataclass

import torch
import torch.nn.functional as F

from averaging import WeightAverage, norm_layers, recalibrate
from network import Forecaster


@dataclass
class Config:
    steps: int = 6
    average_from: int = 2
    batch: int = 8
    length: int = 24
    horizon: int = 4
    lr: float = 5e-3


def series(config):
    t = torch.arange(config.length + config.horizon)[None, :, None]
    phase, speed = torch.rand(2, config.batch, 1, 6)
    wave = torch.sin(t * (0.2 + speed * 0.4) + phase * 6.28) + 0.05 * torch.randn(config.batch, t.shape[1], 6)
    return wave[:, : config.length], wave[:, config.length :]


def train(config):
    net = Forecaster(config.length, 6, config.horizon)
    model = torch.compile(net, backend="eager", fullgraph=True)
    optimizer = torch.optim.Adam(net.parameters(), lr=config.lr)
    average = None
    for step in range(config.steps):
        x, y = series(config)
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        if step == config.average_from:
            average = WeightAverage(net)
        elif step > config.average_from:
            average.update(net)
        print(f"step {step} loss {loss.item():.4f}")
    average.copy_to(net)
    recalibrate(model, [series(config)[0] for _ in range(5)])
    return net


def main():
    torch.manual_seed(23)
    config = Config()
    net = train(config)
    for layer in norm_layers(net):
        print(f"mean {layer.running_mean.sum().item():.4f} var {layer.running_var.sum().item():.4f}")
    net.eval()
    x, y = series(config)
    print(f"eval {F.mse_loss(net(x), y).item():.4f}")


if __name__ == "__main__":
    main()
