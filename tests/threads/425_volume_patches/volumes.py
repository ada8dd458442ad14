import torch


class MetaTensor(torch.Tensor):
    @staticmethod
    def wrap(data, spacing, name):
        out = torch.as_tensor(data).as_subclass(MetaTensor)
        out.meta = {"spacing": spacing, "name": name}
        return out


class Compose:
    def __init__(self, *transforms):
        self.transforms = transforms

    def __call__(self, sample):
        for t in self.transforms:
            sample = t(sample)
        return sample


class ScaleIntensity:
    def __init__(self, low=-1.0, high=1.0):
        self.low, self.high = low, high

    def __call__(self, sample):
        image = sample["image"]
        span = (image.max() - image.min()).clamp_min(1e-6)
        scaled = (image - image.min()) / span * (self.high - self.low) + self.low
        return {**sample, "image": scaled}


class RandFlip:
    def __init__(self, prob, generator):
        self.prob, self.generator = prob, generator

    def __call__(self, sample):
        if torch.rand((), generator=self.generator) < self.prob:
            return {k: v.flip(-1) for k, v in sample.items()}
        return sample


class CenterCrop:
    def __init__(self, size):
        self.size = size

    def __call__(self, sample):
        return {k: self.crop(v) for k, v in sample.items()}

    def crop(self, v):
        for d in range(-3, 0):
            v = v.narrow(d, (v.shape[d] - self.size) // 2, self.size)
        return v


def load_case(index, size=12):
    gen = torch.Generator().manual_seed(100 + index)
    image = torch.rand(1, size, size, size, generator=gen) * 400 - 100
    label = (image > 120).float()
    return {"image": MetaTensor.wrap(image, (1.0, 1.0, 2.5), f"case_{index:03d}"), "label": label}
