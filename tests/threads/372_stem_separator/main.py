import torch

from pipeline import SeparationPipeline, fake_song
from separator import Separator, SeparatorConfig


def main():
    torch.manual_seed(5)
    model = Separator(SeparatorConfig(sources=("drums", "bass", "vocals"))).eval()
    pipe = SeparationPipeline(model, backend="eager", fade=32)
    for i, seconds in enumerate((1.0, 1.7, 0.6)):
        song = fake_song(seconds, rate=800, seed=i)
        stems = pipe.separate(song)
        line = " ".join(f"{k} {v.square().mean().sqrt().item():.6f}" for k, v in stems.items())
        print(f"song {i} ({song.shape[-1]} samples): {line}")
    print(pipe.stats())


if __name__ == "__main__":
    main()
