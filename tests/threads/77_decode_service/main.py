import torch

from batcher import Batcher
from model import TinyLM
from telemetry import observe


def decode_step(model, tokens, ctx):
    logits = model(tokens)[:, -1]
    logits = ctx.policy.shape(logits)
    probs, stats = observe(ctx, logits)
    return probs.argmax(dim=-1, keepdim=True), stats


def serve(step, model, batcher):
    entropy, top1, produced = 0.0, 0.0, []
    for ctx, prompt in batcher:
        tokens = prompt
        for _ in range(ctx.policy.max_new):
            nxt, stats = step(model, tokens, ctx)
            tokens = torch.cat([tokens[:, 1:], nxt], dim=1)
        entropy += stats[f"{ctx.tag}/entropy"].item()
        top1 += stats[f"{ctx.tag}/top1"].item()
        produced.append(int(tokens.sum()))
    return entropy, top1, produced


def main():
    torch.manual_seed(0)
    model = TinyLM(vocab=97, dim=32, layers=2).eval()
    batcher = Batcher(node="n7", vocab=97, window=12, requests=6)
    step = torch.compile(decode_step, backend="eager")
    with torch.no_grad():
        entropy, top1, produced = serve(step, model, batcher)
    print(f"entropy {entropy:.6f}")
    print(f"top1 {top1:.6f}")
    print("tokens", produced)


if __name__ == "__main__":
    main()
