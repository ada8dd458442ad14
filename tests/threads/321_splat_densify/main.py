import torch

from raster import photometric, pixel_grid, render
from scene import SceneConfig, SplatScene


class Trainer:
    def __init__(self, scene, size, lr=0.02):
        self.scene = scene
        self.lr = lr
        self.pixels = pixel_grid(size)
        self.background = torch.full((3,), 0.1)
        self.render = torch.compile(render, backend="aot_eager", dynamic=True)
        self.reset_optimizer()

    def reset_optimizer(self):
        self.optim = torch.optim.Adam(list(self.scene.tensors().values()), lr=self.lr)

    def step(self, target):
        image = self.render(self.scene.tensors(), self.pixels, self.background)
        loss = photometric(image, target)
        self.optim.zero_grad()
        loss.backward()
        self.optim.step()
        self.scene.track()
        return loss.item()


def make_target(size):
    p = pixel_grid(size)
    ring = ((p - 0.5).norm(dim=-1) - 0.3).abs() < 0.08
    return torch.stack([ring.float(), p[:, 0], p[:, 1] * 0.5], dim=-1)


def main():
    torch.manual_seed(3)
    scene = SplatScene(SceneConfig(), torch.Generator().manual_seed(3))
    trainer = Trainer(scene, size=24)
    target = make_target(24)
    for epoch in range(5):
        losses = [trainer.step(target) for _ in range(4)]
        count = scene.densify_and_prune()
        trainer.reset_optimizer()
        print(f"epoch {epoch} loss {sum(losses) / len(losses):.5f} points {count}")
    print(f"centre {scene.xy.mean().item():.4f}")


if __name__ == "__main__":
    main()
