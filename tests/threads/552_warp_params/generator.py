import torch


class RotationGenerator:
    def __init__(self, degrees, scale):
        self.degrees = degrees
        self.scale = scale

    def draw(self, images):
        batch = images.shape[0]
        params = {}
        params["angle"] = (torch.rand(batch) * 2 - 1) * self.degrees
        params["zoom"] = torch.empty(batch).uniform_(*self.scale)
        params["input_shape"] = torch.tensor(images.shape)
        return params
