import torch

from layers import Denoiser
from patches import AdapterStore, parse_percent

REQUESTS = [
    ("ink", "35%"), ("ink", "50%"), ("clay", "65%"), ("ink", "80%"), ("clay", "90%"), ("clay", "110%"),
]


def denoise(model, latent, steps):
    for step in range(steps):
        t = torch.full((latent.shape[0], 1), 1.0 - step / steps)
        latent = latent - model(latent, t) / (4 * steps)
    return latent


def main():
    torch.manual_seed(3)
    model = Denoiser().eval()
    store = AdapterStore(layers=3, dim=32)
    store.register("ink", 10)
    store.register("clay", 40)
    compiled = torch.compile(model, backend="inductor")
    start = torch.randn(4, 32)
    with torch.no_grad():
        for name, text in REQUESTS:
            store.attach(model, name, parse_percent(text))
            image = denoise(compiled, start.clone(), steps=4)
            print(f"{name:5s}{text:>5s} {image.abs().mean().item():.4f}")


if __name__ == "__main__":
    main()
