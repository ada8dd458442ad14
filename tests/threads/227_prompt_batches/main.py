import torch

from model import ImageTransformer
from pipeline import TextToImage
from text import WordTokenizer

BATCHES = [
    ["a red fox in snow", "two boats on a lake at dawn"],
    [
        "a very old oak tree beside a quiet stone church today",
        "the small blue robot paints a mural of three happy dogs",
    ],
    ["a cup of tea", "an empty street after the rain has stopped"],
]


def main():
    torch.manual_seed(5)
    tokenizer = WordTokenizer(max_length=10).fit(sum(BATCHES, []))
    net = ImageTransformer(len(tokenizer.vocab)).eval()
    pipe = TextToImage(tokenizer, torch.compile(net, backend="aot_eager"))
    gen = torch.Generator().manual_seed(11)
    for prompts in BATCHES:
        images = pipe(prompts, generator=gen)
        for prompt, image in zip(prompts, images):
            print(f"{prompt[:24]:<24} {image.mean().item():+.4f} {image.std().item():.4f}")


if __name__ == "__main__":
    main()
