import torch

from decoding import Decoder
from model import TinyLM
from processors import MinNewTokens, NoRepeatNGram, Temperature


def distinct_ratio(rows, n):
    grams = [tuple(row[i:i + n]) for row in rows for i in range(len(row) - n + 1)]
    return len(set(grams)) / len(grams)


def main():
    torch.manual_seed(3)
    model = TinyLM(vocab=24, width=32).eval()
    processors = [Temperature(0.8), MinNewTokens(eos=0, until=10), NoRepeatNGram(size=3)]
    decoder = Decoder(model, processors, max_len=28)
    prompts = torch.tensor([[5, 7, 5, 7, 2], [3, 3, 9, 3, 3]])
    out = decoder.generate(prompts)
    rows = out.tolist()
    for row in rows:
        print(" ".join(str(t) for t in row))
    print("distinct 3-grams", round(distinct_ratio(rows, 3), 3))


if __name__ == "__main__":
    main()
