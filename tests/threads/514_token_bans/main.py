import torch

from model import Generator, TinyDecoder
from processors import build_processors
from queue_items import load_requests


def summarize(tokens):
    return sum(tokens), len(set(tokens))


def main():
    torch.manual_seed(21)
    model = TinyDecoder().eval()
    generator = Generator(model)
    for index, request in enumerate(load_requests()):
        processors = build_processors(request, model.vocab)
        tokens, confidence = generator.generate(request.prompt, request.max_new, processors)
        total, distinct = summarize(tokens)
        print(f"request {index} sum {total} distinct {distinct} confidence {confidence:.4f}")


if __name__ == "__main__":
    main()
