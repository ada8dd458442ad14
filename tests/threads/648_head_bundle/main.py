import torch

from bundle import describe
from network import Detector
from objective import SpanObjective


def sample(gen, batch=16, channels=4, length=32):
    signal = 0.3 * torch.randn(batch, channels, length, generator=gen)
    kind = torch.randint(0, 3, (batch,), generator=gen)
    start = torch.randint(0, length // 2, (batch,), generator=gen)
    stop = start + 8
    for row in range(batch):
        signal[row, kind[row], start[row]:stop[row]] += 1.0
    return signal, kind, torch.stack((start, stop), dim=1)


def main():
    torch.manual_seed(3)
    gen = torch.Generator().manual_seed(4)
    model = Detector()
    objective = torch.compile(SpanObjective(model).__call__, backend="inductor")
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(8):
        loss = objective(*sample(gen))
        opt.zero_grad()
        loss.backward()
        opt.step()
    signal, kind, _ = sample(gen)
    with torch.no_grad():
        out = model(signal)
    print(describe(out))
    print(f"loss {loss.item():.4f}")
    print("right", int((out.logits.argmax(-1) == kind).sum()), "of", len(kind))


if __name__ == "__main__":
    main()
