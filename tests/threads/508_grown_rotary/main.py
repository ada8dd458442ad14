import torch

from batching import left_pad, positions_of, window
from model import TinyLlama

WIDTH = 12


@torch.no_grad()
def generate(model, step, prompts, new_tokens):
    tokens, keep = left_pad(prompts, WIDTH)
    score = 0.0
    for _ in range(new_tokens):
        view, seen = window(tokens, keep, WIDTH)
        logits = step(view, positions_of(seen), seen)[:, -1]
        best = logits.argmax(-1, keepdim=True)
        score += logits.log_softmax(-1).gather(1, best).sum().item()
        tokens = torch.cat([tokens, best], dim=1)
        keep = torch.cat([keep, torch.ones_like(best, dtype=torch.bool)], dim=1)
    return tokens, score


def main():
    torch.manual_seed(0)
    model = TinyLlama().eval()
    step = torch.compile(model, backend="inductor")
    prompts = [[5, 9, 3], [12, 7, 40, 41, 2], [33]]
    tokens, score = generate(model, step, prompts, 6)
    print("checksum", int((tokens * torch.arange(1, tokens.shape[1] + 1)).sum()))
    print(f"score {score:.4f}")
    print("table rows", model.rotary.length)


if __name__ == "__main__":
    main()
