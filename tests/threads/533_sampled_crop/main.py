import torch

from model import AugmentedLoss, SmallNet

torch._dynamo.config.capture_scalar_outputs = True


def batch(generator, n=16, side=20):
    labels = torch.randint(0, 4, (n,), generator=generator)
    images = torch.rand(n, 3, side, side, generator=generator)
    images[:, 0] += 0.4 * labels.view(-1, 1, 1)
    return images, labels


def accuracy(net, images, labels):
    with torch.no_grad():
        return (net(images).argmax(dim=1) == labels).float().mean().item()


def main():
    torch.manual_seed(5)
    g = torch.Generator().manual_seed(5)
    net = SmallNet()
    loss_fn = torch.compile(AugmentedLoss(net, 16), backend="aot_eager", fullgraph=True)
    opt = torch.optim.Adam(net.parameters(), lr=0.05)
    losses = []
    for _ in range(30):
        images, labels = batch(g)
        loss = loss_fn(images, labels, torch.rand(3, generator=g))
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    images, labels = batch(g, n=128)
    print(f"loss first {losses[0]:.4f} last {losses[-1]:.4f}")
    print(f"accuracy {accuracy(net, images, labels):.3f}")


if __name__ == "__main__":
    main()
