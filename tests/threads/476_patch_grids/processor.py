import torch

from vision import ImageBatch, VisionConfig


class ImageProcessor:
    def __init__(self, cfg: VisionConfig, patch: int = 4):
        self.cfg = cfg
        self.patch = patch

    def grid_of(self, image: torch.Tensor) -> tuple[int, int]:
        return image.shape[1] // self.patch, image.shape[2] // self.patch

    def to_patches(self, image: torch.Tensor) -> torch.Tensor:
        p = self.patch
        h, w = self.grid_of(image)
        return image.reshape(3, h, p, w, p).permute(1, 3, 0, 2, 4).reshape(h * w, -1)

    def __call__(self, images: list[torch.Tensor]) -> ImageBatch:
        patches = torch.cat([self.to_patches(im) for im in images])
        grids = [self.grid_of(im) for im in images]
        sizes = torch.tensor([h * w for h, w in grids])
        return ImageBatch(patches, grids, torch.arange(len(images)).repeat_interleave(sizes))
