import torch
import torch.nn.functional as F

from quantizer import CodeAutoencoder, usage


def clusters(gen, count=64, features=12):
    centres = torch.randn(5, features, generator=gen)
    picks = torch.randint(0, 5, (count,), generator=gen)
    return centres[picks] + 0.1 * torch.randn(count, features, generator=gen)


def train_step(model, opt, x):
    opt.zero_grad()
    out, weights = model(x)
    loss = F.mse_loss(out, x)
    loss.backward()
    opt.step()
    return loss.item(), usage(weights.detach()).item()


def main():
    torch.manual_seed(2)
    gen = torch.Generator().manual_seed(8)
    model = CodeAutoencoder().train()
    compiled = torch.compile(model, backend="aot_eager")
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    data = clusters(gen)
    trace = [train_step(compiled, opt, data) for _ in range(7)]
    print("loss", round(trace[0][0], 3), "->", round(trace[-1][0], 3))
    print("codes used", round(trace[-1][1], 2))
    print("temperature", round(float(model.quantizer.clock.temperature()), 3))


if __name__ == "__main__":
    main()
