import torch

import shading
from scene import Camera, Scene, sky
from vecs import normalize


class Renderer:
    def __init__(self, scene):
        self.scene = scene
        self.light = normalize(torch.tensor(scene.light))
        self.palette = torch.tensor(scene.palette)
        self._trace = torch.compile(self.trace, backend="eager")

    def trace(self, origin, direction):
        p = origin.expand_as(direction)
        for _ in range(self.scene.steps):
            p = p + self.scene.distance(p) * direction
        hit = (self.scene.distance(p).abs() < 2e-2).to(p.dtype)
        mix = shading.checker(p)
        albedo = mix * self.palette[0] + (1 - mix) * self.palette[1]
        color = albedo * shading.lambert(self.scene.normal(p), self.light)
        return shading.tonemap(hit * color + (1 - hit) * sky(direction))

    def render(self, camera, size):
        with torch.no_grad():
            return self._trace(*camera.rays(*size))


def main():
    renderer = Renderer(Scene())
    for shift in (0.0, 0.3, 0.6):
        image = renderer.render(Camera(origin=(shift, 0.4, -3.0)), (24, 32))
        rgb = image.mean(dim=(0, 1)).tolist()
        print(f"shift {shift:.1f} mean rgb " + " ".join(f"{c:.5f}" for c in rgb))


if __name__ == "__main__":
    main()
