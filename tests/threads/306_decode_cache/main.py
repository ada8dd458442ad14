from dataclasses import dataclass

import torch

from cache import allocate, footprint
from model import Decoder


@dataclass
class Sampling:
    temperature: float = 0.8
    top_k: int = 8

    def pick(self, logits, gen):
        values, index = (logits / self.temperature).topk(self.top_k)
        return index.gather(1, torch.multinomial(values.softmax(-1), 1, generator=gen))


class Generator:
    def __init__(self, model, sampling, seed=0):
        self.model = model
        self.step = torch.compile(model, backend="eager")
        self.sampling = sampling
        self.gen = torch.Generator().manual_seed(seed)

    @torch.no_grad()
    def __call__(self, prompt, new_tokens):
        caches = allocate(self.model.spec, len(prompt))
        given = prompt.t().contiguous().unsqueeze(-1)
        ids, made = given[0], [given[0]]
        for at in range(len(given) + new_tokens - 1):
            logits, caches = self.step(ids, torch.tensor([at]), caches)
            inside = at + 1 < len(given)
            ids = given[at + 1] if inside else self.sampling.pick(logits, self.gen)
            made.append(ids)
        return torch.cat(made, 1), footprint(caches)


def main():
    torch.manual_seed(0)
    generate = Generator(Decoder().eval(), Sampling())
    for _ in range(2):
        out, size = generate(torch.randint(0, 64, (3, 4)), new_tokens=8)
        print(size, out[:, 4:].tolist())


if __name__ == "__main__":
    main()
