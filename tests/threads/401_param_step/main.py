import math

import torch
import torch.nn.functional as F

from model import Factor, ratings
from optim import CautiousAdamW


def cosine(step, total, peak, floor=0.005):
    return floor + 0.5 * (peak - floor) * (1 + math.cos(math.pi * step / total))


def main(steps=14, peak=0.05):
    torch.manual_seed(11)
    model = Factor()
    opt = CautiousAdamW(model.parameters(), weight_decay=0.01, compile_step=True)
    u, i, r = ratings()
    for step in range(steps):
        opt.set_lr(cosine(step, steps, peak))
        loss = F.mse_loss(model(u, i), r)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 3 == 0:
            print(f"step {step:2d} loss {loss.detach():.5f}")
    print(f"norms {model.users.detach().norm():.4f} {model.items.detach().norm():.4f}")


if __name__ == "__main__":
    main()
