import torch

from lm import Sampler, SpeechTokenLM


@torch.no_grad()
def generate(sampler, batch=3, steps=10, width=32):
    gen = torch.Generator().manual_seed(1)
    token = torch.arange(batch)
    state = torch.zeros(batch, width)
    tokens, score = [], torch.zeros(batch)
    for _ in range(steps):
        noise = torch.rand(batch, generator=gen)
        token, state, logp = sampler.step(token, state, noise)
        tokens.append(token)
        score += logp
    return torch.stack(tokens, 1), score


def main():
    torch.manual_seed(33)
    sampler = Sampler(SpeechTokenLM().eval())
    tokens, score = generate(sampler)
    print("token sums", tokens.sum(1).tolist())
    print("scores", [round(s, 3) for s in score.tolist()])


if __name__ == "__main__":
    main()
