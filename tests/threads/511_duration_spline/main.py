import torch

from flow import DurationFlow


def log_durations(count=8, channels=4, frames=20):
    base = torch.rand(count, channels, frames).mul(6).add(1).log()
    return (base - base.mean()) / base.std()


def nll(z, logdet):
    return (0.5 * z.square().sum((1, 2)) - logdet).mean() / z[0].numel()


def main():
    torch.manual_seed(21)
    data = log_durations()
    model = DurationFlow()
    flow = torch.compile(model, backend="aot_eager")
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    history = []
    for _ in range(6):
        z, logdet = flow(data)
        loss = nll(z, logdet)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    print("nll", " ".join(f"{v:.4f}" for v in history))
    print(f"latent spread {z.std().item():.4f}")


if __name__ == "__main__":
    main()
