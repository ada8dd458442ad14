import random
from concurrent.futures import ThreadPoolExecutor

import torch

from scorer import build
from service import Service
from stats import STATS


def documents(count, width):
    gen = torch.Generator().manual_seed(9)
    return torch.randint(0, 50, (count, width), generator=gen)


def queries(count):
    rnd = random.Random(2)
    for _ in range(count):
        yield [rnd.randint(1, 49) for _ in range(rnd.randint(1, 6))]


def main():
    service = Service(build(seed=4), documents(20, 9))
    service.warm_up()
    with ThreadPoolExecutor(max_workers=1) as pool:
        answers = list(pool.map(service.answer, queries(10)))
    print("best", [index[0] for _, index in answers])
    print(f"mean score {sum(s[0] for s, _ in answers) / len(answers):.5f}")
    print(STATS.line())


if __name__ == "__main__":
    main()
