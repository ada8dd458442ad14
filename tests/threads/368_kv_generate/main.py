import torch

from model import GPT, GPTConfig


class Generator:
    def __init__(self, model, batch_size, temperature=0.8):
        self.model = model
        self.temperature = temperature
        model.setup_caches(batch_size)
        self.decode = torch.compile(model, backend="eager", fullgraph=True)

    def sample(self, logits, gen):
        probs = torch.softmax(logits / self.temperature, -1)
        return torch.multinomial(probs, 1, generator=gen)

    @torch.no_grad()
    def generate(self, prompt, max_new_tokens, seed):
        gen = torch.Generator().manual_seed(seed)
        self.model.reset_caches()
        pos = torch.arange(prompt.shape[1])
        tokens = [prompt, self.sample(self.model(prompt, pos), gen)]
        pos = pos[-1:] + 1
        for _ in range(max_new_tokens - 1):
            tokens.append(self.sample(self.decode(tokens[-1], pos), gen))
            pos = pos + 1
        return torch.cat(tokens, 1)


if __name__ == "__main__":
    torch.manual_seed(0)
    runner = Generator(GPT(GPTConfig()).eval(), batch_size=2)
    for seed in range(2):
        out = runner.generate(torch.randint(64, (2, 5)), 16, seed)
        print(f"request {seed}: sum {out.sum().item()} last {out[:, -4:].tolist()}")
