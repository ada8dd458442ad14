import torch

from generation import Generator
from model import Decoder


def main():
    torch.manual_seed(9)
    generate = Generator(Decoder().eval())
    for seed in range(3):
        gen = torch.Generator().manual_seed(seed)
        prompt = torch.randint(80, (2, 32), generator=gen)
        out, cache = generate(prompt, 6)
        print("run", seed, out.sum(1).tolist(), int(cache.get_seq_length()))
    print("cache bytes", cache.nbytes())


if __name__ == "__main__":
    main()
