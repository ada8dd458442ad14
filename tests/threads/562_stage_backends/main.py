import torch

from setup_model import parameter_count, prepare


def windows(count, length=32):
    gen = torch.Generator().manual_seed(5)
    t = torch.linspace(0, 6.28, length)
    for i in range(count):
        base = torch.stack([torch.sin(t * (i + 1)), torch.cos(t), t / 6.28], dim=-1)
        yield base.unsqueeze(0) + 0.05 * torch.randn(4, length, 3, generator=gen)


def main():
    model, report = prepare()
    votes = torch.zeros(4, dtype=torch.long)
    total = 0.0
    with torch.inference_mode():
        for batch in windows(5):
            logits = model(batch)
            votes += torch.bincount(logits.argmax(-1), minlength=4)
            total += logits.logsumexp(-1).mean().item()
    print("parameters", parameter_count(model))
    print("largest graph", report.largest, "kinds", report.distinct())
    print("votes", votes.tolist(), "energy", f"{total:.4f}")


if __name__ == "__main__":
    main()
