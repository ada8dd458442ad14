import torch

from generate import Generator, Narrowing, distinct_ratio, speak
from model import TokenDecoder
from sampler import TopKSampler


def main():
    torch.manual_seed(3)
    decoder = TokenDecoder().eval()
    sampler = TopKSampler(temperature=0.9)
    step = torch.compile(Generator(decoder, sampler), backend="inductor")
    with torch.no_grad():
        tokens = speak(step, sampler, Narrowing(), decoder.initial_state(4), chunks=7, chunk_len=5, seed=11)
    print("tokens", tuple(tokens.shape))
    print("first row", tokens[0].tolist())
    print("distinct", [round(r, 3) for r in distinct_ratio(tokens)])
    print("checksum", int(tokens.sum()))


if __name__ == "__main__":
    main()
