import torch

from denoiser import PairDenoiser
from sampler import ReverseSampler
from schedule import karras_schedule


def radius_of_gyration(positions):
    return positions.square().sum(-1).mean(-1).sqrt()


def nearest_distance(positions):
    distance = torch.cdist(positions, positions)
    return (distance + 100 * torch.eye(distance.shape[-1])).amin(dim=(1, 2))


def main():
    torch.manual_seed(21)
    generator = torch.Generator().manual_seed(4)
    sampler = ReverseSampler(PairDenoiser(), karras_schedule(7))
    numbers = torch.randint(0, 4, (3, 10), generator=generator)
    positions = sampler.run(numbers, generator)
    print("radius", ["%.3f" % v for v in radius_of_gyration(positions).tolist()])
    print("nearest", ["%.3f" % v for v in nearest_distance(positions).tolist()])


if __name__ == "__main__":
    main()
