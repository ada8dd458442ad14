import torch

from pipeline import MattePipeline, soft_area, test_pictures

SIZES = [(64, 96), (80, 112), (72, 128), (88, 104), (96, 120), (68, 116)]


def main():
    torch.manual_seed(7)
    matte = MattePipeline(backend="eager")
    areas = []
    for picture in test_pictures(SIZES, seed=1):
        alpha = matte(picture)
        areas.append(soft_area(alpha))
        print(f"{picture.shape[-2]:3d}x{picture.shape[-1]:3d} area {areas[-1]:.5f} "
              f"max {alpha.max().item():.5f}")
    print(f"mean area {sum(areas) / len(areas):.5f}")


if __name__ == "__main__":
    main()
