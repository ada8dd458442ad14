import torch
import torch.nn as nn

from modules import Backbone, LoRALinear4bit


def footprint(model):
    layers = [m for m in model.modules() if isinstance(m, LoRALinear4bit)]
    return sum(m.packed.numel() + m.quant_state.bytes() for m in layers)


def main():
    torch.manual_seed(4)
    model = Backbone().train()
    print("quantized bytes", footprint(model))
    step = torch.compile(model, backend="aot_eager", fullgraph=True)
    opt = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=1e-2)
    x = torch.randn(8, 5, 16)
    y = (x.mean(dim=(1, 2)) > 0).long()
    for it in range(4):
        loss = nn.functional.cross_entropy(step(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(it, f"{loss.item():.5f}", f"{model.blocks[0].up.b.grad.norm():.5f}")


if __name__ == "__main__":
    main()
