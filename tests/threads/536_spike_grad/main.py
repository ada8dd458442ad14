import torch
import torch.nn.functional as F

from neurons import SpikingClassifier


def spike_trains(generator, steps=4, batch=32, inputs=12, classes=3):
    labels = torch.randint(0, classes, (batch,), generator=generator)
    rate = torch.full((batch, inputs), 0.15)
    for c in range(classes):
        rate[labels == c, c * 4 : c * 4 + 4] = 0.8
    x = torch.rand(steps, batch, inputs, generator=generator) < rate
    return x.float(), labels


def main():
    torch.manual_seed(9)
    g = torch.Generator().manual_seed(9)
    net = SpikingClassifier(12, 24, 3)
    model = torch.compile(net, backend="inductor", fullgraph=True)
    opt = torch.optim.Adam(net.parameters(), lr=0.02)
    losses = []
    for _ in range(25):
        x, y = spike_trains(g)
        logits = model(x)
        loss = F.cross_entropy(logits, y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    accuracy = (logits.argmax(dim=1) == y).float().mean().item()
    print(f"loss first {losses[0]:.3f} last {losses[-1]:.3f}")
    print(f"accuracy {accuracy:.3f}")


if __name__ == "__main__":
    main()
