import torch


def placement(values):
    found = [one for one in values if isinstance(one, torch.Tensor)]
    return found[0].device if found else torch.get_default_device()


class Sampler:
    def __init__(self, low, high):
        self.low, self.high = low, high

    def draw(self, count):
        span = torch.ones(count, device=placement((self.low, self.high)))
        return self.low + (self.high - self.low) * span


class Augment(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.sampler = Sampler(0.5, 1.5)

    def forward(self, images):
        return images * self.sampler.draw(len(images))[:, None]


def main():
    augment = torch.compile(Augment(), backend="eager")
    for seed in range(2):
        torch.manual_seed(seed)
        print(augment(torch.rand(3, 4)).sum().item())


main()
