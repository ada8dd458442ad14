import torch

from vae import VAE


def make_data(n, dim):
    basis = torch.randn(3, dim)
    return torch.randn(n, 3) @ basis + 0.1 * torch.randn(n, dim)


def beta_schedule(step, total):
    return torch.tensor(min(1.0, (step + 1) / total))


def main():
    torch.manual_seed(3)
    data = make_data(256, 12)
    model = VAE()
    compiled = torch.compile(model, backend="aot_eager")
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    for step in range(40):
        batch = data[torch.randint(0, len(data), (64,))]
        noise = torch.randn(64, 4)
        loss, rec, kl = compiled(batch, noise, beta_schedule(step, 20))
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"loss {loss.item():.4f}")
    print(f"rec {rec.item():.4f}")
    print(f"kl {kl.item():.4f}")


if __name__ == "__main__":
    main()
