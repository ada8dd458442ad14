import torch

from model import StreamConfig, StreamModel


def main():
    torch.manual_seed(13)
    model = StreamModel(StreamConfig()).eval()
    model.compile_layers(backend="eager")
    signal = torch.randn(2, 18, 3).cumsum(1) * 0.3
    cache = model.new_cache(batch=2)
    with torch.no_grad():
        for start in range(0, 18, 6):
            out = model(signal[:, start : start + 6], cache)
            print(start, f"{out.mean():.5f} {out.std():.5f}", f"{cache.norm().sum():.5f}")


if __name__ == "__main__":
    main()
