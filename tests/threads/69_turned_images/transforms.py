class Compose:
    def __init__(self, steps):
        self.steps = steps

    def __call__(self, image, meta):
        for step in self.steps:
            image = step(image, meta)
        return image


class Upright:
    def __call__(self, image, meta):
        if meta["turned"]:
            image = image.transpose(-1, -2)
        return image


class Normalize:
    def __init__(self, mean, std):
        self.mean, self.std = mean, std

    def __call__(self, image, meta):
        return (image - self.mean) / self.std
