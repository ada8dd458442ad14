import torch

from adapters import AdapterStore
from denoiser import Denoiser


class StylePipeline:
    def __init__(self, model, tokens=16, channels=4):
        self.model = model.eval()
        self.layers = model.lora_layers()
        self.store = AdapterStore(
            {k: tuple(m.base.weight.shape) for k, m in self.layers.items()})
        self.shape = (1, tokens, channels)
        self.denoise = torch.compile(model, backend="eager")

    def set_style(self, name):
        weights, scale = self.store.fetch(name)
        for key, layer in self.layers.items():
            layer.load(*weights[key], scale)

    @torch.no_grad()
    def __call__(self, style, seed, steps=4):
        self.set_style(style)
        gen = torch.Generator().manual_seed(seed)
        x = torch.randn(self.shape, generator=gen)
        for t in torch.linspace(1.0, 0.25, steps):
            x = x - self.denoise(x, t[None]) / steps
        return x


def main():
    torch.manual_seed(1)
    pipe = StylePipeline(Denoiser())
    queue = [("watercolor", 1), ("pixel-art", 1), ("watercolor", 2),
             ("ukiyo-e", 3), ("pixel-art", 4), ("ukiyo-e", 1)]
    for style, seed in queue:
        image = pipe(style, seed)
        print(f"{style:11s} seed {seed} mean {image.mean():+.4f} std {image.std():.4f}")


if __name__ == "__main__":
    main()
