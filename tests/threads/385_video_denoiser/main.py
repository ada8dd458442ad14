import torch

from runner import Runner

PROMPTS = ["a red kite", "two cats at play", "rain on tin", "fog over a river", "the sea at dawn"]


def embed(prompt, dim):
    codes = torch.tensor([ord(c) for c in prompt], dtype=torch.float32)
    freqs = torch.linspace(0.1, 1.3, dim)
    return torch.sin(codes[:, None] * freqs).unsqueeze(0)


def schedule(steps, shift=3.0):
    sigmas = torch.linspace(1.0, 0.0, steps + 1)
    return shift * sigmas / (1 + (shift - 1) * sigmas)


def main():
    torch.manual_seed(2)
    runner = Runner()
    for prompt in PROMPTS:
        text = embed(prompt, runner.cfg.text_dim)
        noise = torch.randn(1, 12, runner.cfg.dim)
        latents = runner.sample(noise, text, schedule(4))
        print(f"{prompt:17s} mean {latents.mean().item():.5f} std {latents.std().item():.5f}")


if __name__ == "__main__":
    main()
