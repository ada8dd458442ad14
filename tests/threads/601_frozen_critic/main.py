import torch

from freezing import count_trainable
from losses import critic_loss, generator_loss
from nets import PeriodCritic, Vocoder


def make_batch(gen, frames=24, mels=16, hop=4):
    mel = torch.randn(4, mels, frames, generator=gen)
    t = torch.arange(frames * hop) / 8.0
    wave = 0.5 * torch.sin(t * (1 + mel[:, :1, :1].abs()))
    return mel, wave


def main():
    torch.manual_seed(0)
    vocoder, critic = Vocoder(), PeriodCritic()
    g_loss = torch.compile(generator_loss, backend="inductor", fullgraph=True)
    d_loss = torch.compile(critic_loss, backend="inductor", fullgraph=True)
    g_opt = torch.optim.AdamW(vocoder.parameters(), lr=3e-3)
    d_opt = torch.optim.AdamW(critic.parameters(), lr=1e-3)
    gen = torch.Generator().manual_seed(11)
    for _ in range(5):
        mel, wave = make_batch(gen)
        d = d_loss(vocoder, critic, mel, wave)
        d_opt.zero_grad()
        d.backward()
        d_opt.step()
        g = g_loss(vocoder, critic, mel, wave)
        g_opt.zero_grad()
        g.backward()
        g_opt.step()
    print("critic", round(d.item(), 4))
    print("generator", round(g.item(), 4))
    print("trainable", count_trainable(critic), count_trainable(vocoder))


if __name__ == "__main__":
    main()
