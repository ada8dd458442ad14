import torch

from decoder import Decoder
from layout import causal_bias

VOCAB, STEPS = 64, 16


def score(logits, tokens):
    logp = torch.log_softmax(logits[:, :-1], dim=-1)
    picked = logp.gather(-1, tokens[:, 1:, None]).squeeze(-1)
    return picked.mean().item()


def main():
    torch.manual_seed(7)
    model = Decoder(VOCAB).eval()
    model.calibrate(torch.randint(0, VOCAB, (8, STEPS)))
    compiled = torch.compile(model, backend="inductor")
    bias = causal_bias(STEPS)
    with torch.inference_mode():
        for turn in range(3):
            tokens = torch.randint(0, VOCAB, (4, STEPS))
            logits = compiled(tokens, bias)
            print(f"batch {turn}: mean log-prob {score(logits, tokens):.4f}")


if __name__ == "__main__":
    main()
