import torch
from torch.nn.utils import get_total_norm


@torch.compile(backend="eager")
def scaled(tensors):
    norm = get_total_norm(tensors, error_if_nonfinite=True)
    return [one / norm for one in tensors]


def main():
    for _ in range(2):
        parts = scaled([torch.ones(3), torch.ones(6)])
    print(len(parts))


main()
