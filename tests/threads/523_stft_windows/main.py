import torch

from denoiser import Denoiser, noisy_tones, snr
from losses import MultiScaleLoss


def main():
    torch.manual_seed(1)
    generator = torch.Generator().manual_seed(4)
    model = Denoiser()
    criterion = torch.compile(MultiScaleLoss(), backend="aot_eager")
    optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)
    losses = []
    for _ in range(7):
        noisy, clean = noisy_tones(4, 512, generator)
        loss = criterion(model(noisy), clean)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss))
    noisy, clean = noisy_tones(8, 512, generator)
    print("loss first %.4f last %.4f" % (losses[0], losses[-1]))
    print("snr in %.3f out %.3f" % (float(snr(noisy, clean)), float(snr(model(noisy), clean).detach())))


if __name__ == "__main__":
    main()
