import torch

from nodes import CompileNode, LoadEncoder, Tokenize
from settings import Settings

PROMPTS = [
    "a red barn",
    "two ships at sea",
    "portrait of a fox, oil",
    "city street at night",
    "an astronaut reading a map",
    "fog over the hills",
]


def workflow(settings):
    encoder = CompileNode().run(LoadEncoder().run(settings), settings)
    tokenize = Tokenize(settings.vocab)
    with torch.no_grad():
        return torch.cat([encoder(tokenize.run(prompt)) for prompt in PROMPTS])


def main():
    features = workflow(Settings())
    similarity = features @ features.T
    closest = (similarity - 2 * torch.eye(len(PROMPTS))).argmax(-1)
    print("closest", closest.tolist())
    print(f"mean similarity {similarity.mean().item():.4f}")


if __name__ == "__main__":
    main()
