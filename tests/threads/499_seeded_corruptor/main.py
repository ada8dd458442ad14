import torch

from autoencoder import Denoiser, loss_terms
from corrupt import signal_to_noise
from rng import seed_everything


def make_signals(n, dim, gen):
    t = torch.linspace(0, 6.28, dim)
    phase = torch.rand(n, 1, generator=gen) * 6.28
    return torch.sin(t + phase)


def main():
    gen = seed_everything(5)
    net = Denoiser()
    forward = torch.compile(net, backend="aot_eager")
    opt = torch.optim.AdamW(net.parameters(), lr=3e-3)
    for step in range(40):
        x = make_signals(32, 24, gen)
        output, z = forward(x)
        rec, reg = loss_terms(output, z, x)
        opt.zero_grad()
        (rec + reg).backward()
        opt.step()
        if step % 10 == 9:
            print(f"step {step + 1} rec {rec.item():.4f}")
    print(f"snr {signal_to_noise(x, output.detach()).item():.3f} next draw {torch.rand(1).item():.4f}")


if __name__ == "__main__":
    main()
