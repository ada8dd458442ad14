"""Compiled functions called from generators and coroutines, and compiled generators."""
import asyncio

import torch
from told import told


@torch.compile(backend="eager")
def step(x):
    y = x.sin()
    torch._dynamo.graph_break()
    return y * 2


def stream(x):
    try:
        while x.sum() < 40:
            x = step(x) + 3
            got = yield x.tolist()
            if got:
                x = x + got
    finally:
        print("closed")


@torch.compile(backend="eager")
def uses_generator(x):
    return sum(x * n for n in range(3))


@torch.compile(backend="eager")
def is_generator(x):
    yield x + 1
    torch._dynamo.graph_break()
    yield (x * 2).cos()


@torch.compile(backend="eager")
async def is_coroutine(x):
    y = x + 1
    await asyncio.sleep(0)
    return step(y)


async def many():
    parts = await asyncio.gather(*(is_coroutine(torch.ones(n)) for n in (2, 3, 2)))
    return [part.tolist() for part in parts]


async def agen(x):
    for n in range(2):
        await asyncio.sleep(0)
        yield step(x + n)


async def collect():
    return [part.tolist() async for part in agen(torch.ones(2))]


generator = stream(torch.ones(2))
print(next(generator), generator.send(5), next(generator))
generator.close()
told(lambda: uses_generator(torch.ones(2)).tolist())
told(lambda: [part.tolist() for part in is_generator(torch.ones(2))])
told(lambda: asyncio.run(many()))
told(lambda: asyncio.run(collect()))
