"""Forked and spawned children that compile, and a pool of them."""
import multiprocessing
import os
import sys
import warnings

import torch

warnings.filterwarnings("ignore", category=DeprecationWarning)


def work(n):
    @torch.compile(backend="eager")
    def f(x):
        y = x * n
        torch._dynamo.graph_break()
        return y + 1

    return f(torch.ones(2)).tolist()


def main():
    print(work(1))
    for method in ("fork", "spawn"):
        context = multiprocessing.get_context(method)
        with context.Pool(2) as pool:
            print(method, pool.map(work, range(3)))
    process = multiprocessing.get_context("fork").Process(target=sys.exit, args=(3,))
    process.start()
    process.join()
    print(process.exitcode)
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        print("child", work(5), flush=True)
        sys.exit(4)
    print(os.WEXITSTATUS(os.waitpid(child, 0)[1]))
    print(work(6))


if __name__ == "__main__":
    main()
