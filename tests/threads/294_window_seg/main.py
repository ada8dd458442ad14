import torch

from network import SegConfig, VideoSegmenter


@torch.no_grad()
def track(model, propagate, clip):
    ref = model.encode(clip[:1])
    areas = []
    for frame in clip[1:]:
        labels = propagate(frame[None].clone(), ref).argmax(1)
        areas.append([(labels == c).float().mean().item() for c in range(model.cfg.classes)])
    return torch.tensor(areas)


def main():
    torch.manual_seed(8)
    cfg = SegConfig()
    model = VideoSegmenter(cfg).eval()
    propagate = torch.compile(model, backend="eager")
    for clip_id in range(2):
        clip = torch.randn(5, 3, cfg.image, cfg.image).cumsum(0)
        areas = track(model, propagate, clip)
        print(f"clip {clip_id}", " ".join(f"{a:.5f}" for a in areas.mean(0)), f"{areas.std():.5f}")


if __name__ == "__main__":
    main()
