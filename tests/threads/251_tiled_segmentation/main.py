import torch

from segmenter import LandCoverNet, SceneSegmenter

SCENES = {"coast": (56, 80), "valley": (50, 104), "delta": (72, 90)}


def load_scene(name, gen):
    height, width = SCENES[name]
    coarse = torch.rand(1, 4, 6, 6, generator=gen)
    return torch.nn.functional.interpolate(coarse, size=(height, width), mode="bilinear")


def class_areas(prob):
    labels = prob.argmax(dim=1).flatten()
    counts = torch.bincount(labels, minlength=prob.shape[1])
    return (counts / labels.numel()).tolist()


def main():
    torch.manual_seed(21)
    gen = torch.Generator().manual_seed(4)
    segmenter = SceneSegmenter(LandCoverNet())
    for name in SCENES:
        prob = segmenter.segment(load_scene(name, gen))
        areas = " ".join(f"{a:.3f}" for a in class_areas(prob))
        print(f"{name:7s} confidence={prob.amax(1).mean():.5f} spread={prob.std():.5f} areas={areas}")


if __name__ == "__main__":
    main()
