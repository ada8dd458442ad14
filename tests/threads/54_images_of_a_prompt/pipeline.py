import torch


def encode(prompt, dim):
    codes = torch.tensor([float(ord(c)) for c in prompt])
    return torch.sin(codes.mean() * torch.arange(1, dim + 1))[None]


class Pipeline:
    def __init__(self, transformer):
        self.dim = transformer.dim
        self.transformer = torch.compile(transformer, backend="eager", dynamic=True)

    def expand(self, emb, images):
        return emb.repeat(images, 1)

    def denoise(self, x, emb, t):
        return self.transformer(x, emb, t)

    def __call__(self, prompt, images, steps):
        emb = self.expand(encode(prompt, self.dim), images)
        x = torch.randn(images, 4, self.dim)
        for step in range(steps):
            t = torch.tensor(1 - step / steps)
            x = x - self.denoise(x, emb, t) / steps
        return x
