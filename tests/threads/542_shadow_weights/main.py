import torch
import torch.nn.functional as F

from ema import ShadowModel
from model import Denoiser, noise_batch
from schedule import CosineRate


def evaluate(model, clean, seed=77):
    generator = torch.Generator().manual_seed(seed)
    x, t, noise = noise_batch(clean, generator)
    with torch.no_grad():
        return F.mse_loss(model(x, t), noise).item()


def main():
    torch.manual_seed(6)
    generator = torch.Generator().manual_seed(8)
    clean = torch.randn(64, 10, generator=generator).cumsum(-1) * 0.5
    model = Denoiser()
    shadow = ShadowModel(model)
    rate = CosineRate(0.02, total=14)
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate.at(0))
    for step in range(14):
        for group in optimizer.param_groups:
            group["lr"] = rate.at(step)
        x, t, noise = noise_batch(clean, generator)
        loss = F.mse_loss(model(x, t), noise)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        shadow.update(model)
    print("train loss %.3f" % loss.item())
    print("live %.3f shadow %.3f" % (evaluate(model.eval(), clean), evaluate(shadow.module, clean)))
    print("distance %.3f" % shadow.distance(model))


if __name__ == "__main__":
    main()
