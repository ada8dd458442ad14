import copy

import torch


class Cache:
    def __init__(self, keys):
        self.keys = keys

    def fork(self):
        return copy.deepcopy(self)


@torch.compile(backend="eager", fullgraph=True)
def sample(x, cache):
    own = cache.fork()
    own.keys.append(x)
    return torch.cat(own.keys).sum()


def main():
    torch.manual_seed(0)
    cache = Cache([torch.ones(2), torch.ones(3)])
    try:
        print(sample(torch.ones(4), cache).item(), len(cache.keys))
    except torch._dynamo.exc.Unsupported as error:
        print(str(error).splitlines()[0])


main()
