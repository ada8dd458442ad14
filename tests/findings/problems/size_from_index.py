import torch


def size_of(index):
    return int(index.max()) + 1


@torch.compile(backend="eager")
def scatter_sum(source, index):
    out = source.new_zeros(size_of(index), source.shape[1])
    return out.index_add(0, index, source)


def main():
    print(scatter_sum(torch.ones(4, 2), torch.tensor([0, 2, 1, 2])))


main()
