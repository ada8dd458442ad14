import torch
import torch.nn as nn

from fake_quant import quantize_dequantize
from observer import MSEObserver


def build(width=64, depth=4):
    layers = []
    for i in range(depth):
        linear = nn.Linear(width, width)
        with torch.no_grad():
            linear.weight.mul_(1 + 0.5 * i)
            linear.weight[:, i] *= 3
        layers += [linear, nn.Tanh()]
    return nn.Sequential(*layers)


def main():
    torch.manual_seed(8)
    model = build()
    x = torch.randn(128, 64)
    reference = model(x).detach()
    observer = MSEObserver()
    for name, layer in model.named_modules():
        if isinstance(layer, nn.Linear):
            best = observer(layer)
            print(f"layer {name} width {best.mean_width():.3f} error {best.error.mean().item():.4f}")
            layer.weight.data = quantize_dequantize(layer.weight.data, best.low, best.high, observer.bits)
    drift = (model(x) - reference).square().mean().sqrt()
    print(f"output drift {drift.item():.3f}")


if __name__ == "__main__":
    main()
