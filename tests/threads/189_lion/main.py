"""Train a tiny GPT-less regressor with a hand-written Lion optimizer."""
import torch

from lion import Lion
from model import Mixer
from schedule import CosineTrust
from task import waves


def main():
    torch.manual_seed(17)
    model = Mixer(16, 24)
    opt = Lion(model.named_parameters(), lr=0.004, decay=0.1)
    sched = CosineTrust(total=7)
    for step, (x, y) in enumerate(waves(n=7, batch=32, length=16)):
        sched.step(step)
        loss = (model(x) - y).pow(2).mean()
        model.zero_grad()
        loss.backward()
        norm = opt.step()
        if step % 3 == 0:
            print(f"step {step}: loss {loss.item():.5f} update {norm:.5f}")
    print(f"weight norm {sum(p.norm().item() for p in model.parameters()):.4f}")


if __name__ == "__main__":
    main()
