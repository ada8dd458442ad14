import torch

from model import CaptionModel
from settings import DecodeSettings, banned_tokens


@torch.no_grad()
def caption(step, model, features, settings, length=8):
    state = model.begin(features)
    tokens = torch.ones(features.size(0), dtype=torch.long)
    history = torch.zeros(features.size(0), length, dtype=torch.long)
    total = torch.zeros(features.size(0))
    for position in range(length):
        tokens, best, state = step(tokens, state, history, settings)
        history[:, position] = tokens
        total = total + best
    return history, total


def distinct(history):
    return sum(len(set(row)) for row in history.tolist()) / history.numel()


def main():
    torch.manual_seed(2)
    model = CaptionModel().eval()
    step = torch.compile(model, backend="eager")
    settings = DecodeSettings(token_bias=banned_tokens(40, [0, 3, 5]))
    for group in range(2):
        history, total = caption(step, model, torch.randn(4, 32), settings)
        print("group", group, history[0].tolist())
        print("score", round(total.mean().item(), 4), "distinct", round(distinct(history), 3))


if __name__ == "__main__":
    main()
