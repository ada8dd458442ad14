"""Threads that compile at once: the same function, and others, forward and backward."""
import threading

import torch

results = {}
barrier = threading.Barrier(4)


def shared(x):
    y = x.sin()
    torch._dynamo.graph_break()
    return y * 2


compiled = torch.compile(shared, backend="aot_eager")


def work(n):
    def own(x):
        y = x * n
        torch._dynamo.graph_break()
        return y + compiled(x)

    mine = torch.compile(own, backend="aot_eager")
    barrier.wait()
    for size in (2, 3):
        x = torch.ones(size, requires_grad=True)
        out = mine(x)
        out.sum().backward()
        results[n, size] = out.tolist(), x.grad.tolist()


threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
for key in sorted(results):
    print(key, results[key])
