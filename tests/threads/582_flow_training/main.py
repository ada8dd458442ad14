import torch

from model import VelocityNet
from schedule import FlowMatchSchedule
from trainer import FlowTrainer


def latent_batches(count, batch, generator):
    base = torch.randn(4, 8, 8, generator=generator)
    for _ in range(count):
        yield base + 0.1 * torch.randn(batch, 4, 8, 8, generator=generator)


def main():
    torch.manual_seed(1)
    gen = torch.Generator().manual_seed(2)
    schedule = FlowMatchSchedule()
    trainer = FlowTrainer(VelocityNet(), schedule)
    history = []
    for latents in latent_batches(12, 4, gen):
        noise = torch.randn(latents.shape, generator=gen)
        history.append(trainer.step(latents, noise, schedule.sample(4, gen)))
    print("first %.4f last %.4f" % (history[0][0], history[-1][0]))
    print("grad norm %.4f" % (sum(n for _, n in history) / len(history)))


if __name__ == "__main__":
    main()
