import torch
from torch import nn

from decoder import Decoder
from hooks import dispatch
from scoring import make_prompts, perplexity

VOCAB, WIDTH, HEADS, DEPTH = 40, 32, 4, 6


@torch.no_grad()
def main():
    torch.manual_seed(3)
    model = Decoder(VOCAB, WIDTH, HEADS, DEPTH).eval()
    placed = dispatch(model, (nn.Linear,))
    model.compile_layers(backend="aot_eager")
    scores = []
    for tokens in make_prompts(4, 12, VOCAB, seed=8):
        scores.append(perplexity(model(tokens), tokens))
    print("hooked modules", placed)
    print("perplexity", " ".join(f"{score:.3f}" for score in scores))


if __name__ == "__main__":
    main()
