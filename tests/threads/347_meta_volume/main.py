import torch

from train import Trainer, UNet
from transforms import Phantom, flip, scale_intensity


def main():
    torch.manual_seed(0)
    source = Phantom(size=24, seed=5)
    trainer = Trainer(UNet())
    for step in range(6):
        pairs = []
        for _ in range(3):
            image, mask = source()
            image = scale_intensity(image)
            if step % 2:
                image, mask = flip(image, mask)
            pairs.append((image, mask))
        loss, applied = trainer.fit(pairs)
        print(step, f"{loss:.5f}", "+".join(applied))


if __name__ == "__main__":
    main()
