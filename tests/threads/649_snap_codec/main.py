import torch

from codec import Codec, tones
from snap import usage


def main():
    torch.manual_seed(6)
    gen = torch.Generator().manual_seed(7)
    model = Codec()
    net = torch.compile(model, backend="aot_eager")
    opt = torch.optim.Adam(model.parameters(), lr=4e-3)
    losses = []
    for _ in range(12):
        loss, index = net(tones(gen))
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    print(f"first {losses[0]:.4f} last {losses[-1]:.4f}")
    print(f"usage {usage(index, 24).item():.3f}")
    print(f"encoder {model.enc[0].weight.norm().item():.4f}")


if __name__ == "__main__":
    main()
