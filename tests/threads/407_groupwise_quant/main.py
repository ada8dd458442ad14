"""Quantization-aware fine-tuning of a small regressor."""
import torch
from torch.nn.functional import mse_loss

from layers import QuantRegressor, export_sizes
from quantizers import QuantConfig


def main():
    torch.manual_seed(21)
    x = torch.randn(64, 32)
    y = torch.sin(x[:, :4].sum(1, keepdim=True))
    model = QuantRegressor(dim=32, depth=2, cfg=QuantConfig(bits=6))
    step_model = torch.compile(model, backend="aot_eager")
    opt = torch.optim.SGD([p for n, p in model.named_parameters() if ".norm." in n or "bias" in n], lr=0.05)
    for step in range(6):
        loss = mse_loss(step_model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"step {step}  loss {loss.item():.6f}")
    print("group sizes", *export_sizes(model), "calls", int(model.blocks[0].up.quantizer.calls))


if __name__ == "__main__":
    main()
