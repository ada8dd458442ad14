import torch

import annealing
from elbo import negative_elbo
from vae import Vae


def spectra(count, batch, seed=13):
    gen = torch.Generator().manual_seed(seed)
    basis = torch.randn(4, 20, generator=gen)
    for _ in range(count):
        yield torch.sigmoid(torch.randn(batch, 4, generator=gen) @ basis)


def main():
    torch.manual_seed(110)
    model = Vae(data=20, hidden=32, latent=3)
    opt = torch.optim.Adam(model.parameters(), lr=4e-3)
    objective = torch.compile(negative_elbo, backend="aot_eager")
    noise = torch.Generator().manual_seed(1)
    for batch in spectra(count=7, batch=16):
        eps = torch.randn(16, 3, generator=noise)
        loss, parts = objective(model, batch, eps)
        opt.zero_grad()
        loss.backward()
        opt.step()
        annealing.tick()
        print(f"loss {loss.item():.5f} kl {parts['kl'].item():.5f} rec {parts['rec'].item():.5f}")


if __name__ == "__main__":
    main()
