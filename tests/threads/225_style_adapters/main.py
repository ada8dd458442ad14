import torch

from lora import AdapterFile
from pipeline import StylePipeline

TITLES = ["watercolour", "charcoal", "pixel-art", "oil", "linocut"]


def fake_download(title, layers, seed, rank=4, alpha=4.0):
    gen = torch.Generator().manual_seed(seed)
    file = AdapterFile(title=title, rank=rank, alpha=alpha)
    for path, layer in layers.items():
        d = layer.base.in_features
        file.tensors[f"{path}.down"] = torch.randn(rank, d, generator=gen) * 0.1
        file.tensors[f"{path}.up"] = torch.randn(d, rank, generator=gen) * 0.1
    return file


def main():
    torch.manual_seed(0)
    pipe = StylePipeline().compile(backend="eager")
    files = [fake_download(t, pipe.layers, 10 + i) for i, t in enumerate(TITLES)]
    latent = torch.randn(2, 16, 32)
    for file in files:
        pipe.load_adapter(file)
        out = pipe(latent.clone())
        pipe.unload_adapters()
        print(f"{file.title:<12} mean {out.mean().item():+.5f} std {out.std().item():.5f}")


if __name__ == "__main__":
    main()
