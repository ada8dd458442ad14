"""How many large tensors there are at the most, by the memory of the process.

The first call compiles, with large tensors alive around every break; later ones do not.
"""
import resource

import torch

COUNT = 40 * 2**20
SIZE = COUNT * 4
torch.set_num_threads(1)


def peak():
    """Bytes that the process had at the most so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def chain(x):
    y = x + 1
    torch._dynamo.graph_break()
    z = y * 2
    del y
    torch._dynamo.graph_break()
    w = z - 3
    del z
    torch._dynamo.graph_break()
    return w.sum()


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.ones(1))

    def forward(self, x):
        y = x * self.scale
        torch._dynamo.graph_break()
        return (y * 2).mean()


def grown(work):
    """The rise of the peak, in tensors; what the compiler needs rounds to none."""
    before = peak()
    work()
    return round((peak() - before) / SIZE)


# The compiler and depyf are loaded, and the functions compiled for other types.
for dtype in (torch.float64, torch.int32):
    small = torch.ones(8, dtype=dtype)
    torch.compile(chain, backend="eager", dynamic=False)(small)
layer = Layer()
torch.compile(layer, backend="aot_eager", dynamic=False)(torch.ones(8)).backward()

x = torch.ones(COUNT)
compiled = torch.compile(chain, backend="eager", dynamic=False)
print(grown(lambda: compiled(x)), grown(lambda: compiled(x)))
x = torch.ones(2 * COUNT)  # what was freed above would hide the next rise
trained = torch.compile(layer, backend="aot_eager", dynamic=False)
print(grown(lambda: trained(x).backward()), grown(lambda: trained(x).backward()))
