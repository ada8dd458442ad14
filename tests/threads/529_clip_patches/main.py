import torch

from frames import synth_clip
from service import TagService
from tagger import ClipTagger


def main():
    torch.manual_seed(4)
    rng = torch.Generator().manual_seed(8)
    service = TagService(ClipTagger())
    for request in range(3):
        clips = torch.stack([synth_clip(6, 16, rng) for _ in range(2)])
        for row in service.tag(clips):
            print(f"request {request}: " + ", ".join(f"{name} {p:.4f}" for name, p in row))
    print(f"mean score {service.report():.4f}")


if __name__ == "__main__":
    main()
