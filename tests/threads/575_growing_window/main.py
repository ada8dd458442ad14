import torch

from data import batches, synthetic_stream
from model import TinyGPT
from schedule import WindowSchedule, lr_at

STEPS = 16


def main():
    torch.manual_seed(0)
    model = TinyGPT(vocab=40)
    compiled = torch.compile(model, backend="inductor")
    windows = WindowSchedule(start=4, end=18, total_steps=STEPS)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    losses = []
    for step, (x, y) in enumerate(batches(synthetic_stream(40, 2000), 8, 32, STEPS)):
        windows.apply(model, step)
        for group in optimizer.param_groups:
            group["lr"] = lr_at(step, STEPS)
        loss = compiled(x, y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        losses.append(loss.item())
    print(f"first loss {losses[0]:.3f} last loss {losses[-1]:.3f}")
    print(f"final window {int(model.attn.window)} mean loss {sum(losses) / STEPS:.3f}")


if __name__ == "__main__":
    main()
