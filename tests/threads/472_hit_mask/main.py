import torch

from decoder import DecoderConfig, TrackDecoder


def detector_events(count: int, hits: int = 20, seed: int = 11):
    gen = torch.Generator().manual_seed(seed)
    for i in range(count):
        xyz = torch.randn(2, hits, 3, generator=gen)
        xyz[..., 0] += 0.9 * i
        yield xyz


def main():
    torch.manual_seed(11)
    model = TrackDecoder(DecoderConfig(), num_tracks=12).eval()
    decode = torch.compile(model, backend="eager")
    with torch.no_grad():
        for i, event in enumerate(detector_events(6)):
            prob = decode(event)
            assigned = (prob > 0.5).sum().item()
            print(f"event {i}  assigned {assigned:4d}  mean {prob.mean().item():.5f}")


if __name__ == "__main__":
    main()
