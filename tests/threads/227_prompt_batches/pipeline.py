import torch


class TextToImage:
    def __init__(self, tokenizer, transformer, guidance=2.0, steps=3):
        self.tokenizer = tokenizer
        self.transformer = transformer
        self.guidance = guidance
        self.times = torch.linspace(1.0, 0.2, steps)

    @torch.no_grad()
    def __call__(self, prompts, negative="", generator=None):
        b = len(prompts)
        cond = self.tokenizer(prompts)
        uncond = self.tokenizer([negative or "a"] * b)
        x = torch.randn(b, 12, 32, generator=generator)
        for t in self.times:
            t = t.expand(b)
            eps_c = self.transformer(x, t, cond.ids, cond.mask)
            eps_u = self.transformer(x, t, uncond.ids, uncond.mask)
            x = x - 0.3 * (eps_u + self.guidance * (eps_c - eps_u))
        return x
