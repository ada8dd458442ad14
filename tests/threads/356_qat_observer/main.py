import torch

from qat import QConfig, build_net


def train(model, batches, lr=0.05):
    optim = torch.optim.SGD(model.parameters(), lr=lr)
    for step, (x, y) in enumerate(batches):
        loss = torch.nn.functional.mse_loss(model(x), y)
        optim.zero_grad()
        loss.backward()
        optim.step()
        print(f"step {step} loss {loss.item():.5f}")


def main():
    torch.manual_seed(9)
    net = build_net([12, 24, 4], QConfig())
    model = torch.compile(net, backend="eager")
    target = torch.randn(12, 4) * 0.3
    batches = []
    for _ in range(5):
        x = torch.randn(32, 12)
        batches.append((x, x @ target))
    train(model, batches)
    for i in (0, 2):
        scale, zero = net[i].act_fq.observer.qparams()
        print(f"layer {i} mean scale {scale.mean().item():.6f} zero points {zero.float().mean().item():.2f}")


if __name__ == "__main__":
    main()
