import torch

from config import Config
from service import SpotterService


def tone(freq, seconds, rate, gen):
    t = torch.arange(int(seconds * rate)) / rate
    return torch.sin(6.2832 * freq * t) + 0.05 * torch.randn(t.numel(), generator=gen)


def main():
    torch.manual_seed(11)
    cfg = Config()
    service = SpotterService(cfg)
    print("ready", service.start())
    gen = torch.Generator().manual_seed(3)
    for count, seconds in [(4, 0.5), (9, 0.8), (7, 1.1), (12, 0.6)]:
        waves = [tone(200 + 90 * i, seconds, cfg.frontend.sample_rate, gen) for i in range(count)]
        best, label = service.classify(waves)
        print(count, label.tolist(), f"{best.mean().item():.5f}")
    print("served", service.served)


if __name__ == "__main__":
    main()
