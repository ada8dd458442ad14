import torch


class Photos:
    def __init__(self, count, size, transform):
        self.raw = [torch.rand(3, size, size) for _ in range(count)]
        self.turned = [index % 3 == 1 for index in range(count)]
        self.transform = transform

    def __iter__(self):
        for image, turned in zip(self.raw, self.turned):
            yield self.transform(image, {"turned": turned})[None]
