import torch

from model import Decoder, DecoderConfig


class Generator:
    def __init__(self, model, backend="aot_eager"):
        self.model = model
        self.decode = torch.compile(model, backend=backend)

    @torch.no_grad()
    def __call__(self, prompt, new_tokens):
        self.model.reset_caches()
        pos = torch.arange(prompt.size(1))
        logits = self.model(prompt, pos)
        out, pos = [logits[:, -1].argmax(-1)], pos[-1:] + 1
        for _ in range(new_tokens - 1):
            logits = self.decode(out[-1][:, None], pos)
            out.append(logits[:, -1].argmax(-1))
            pos = pos + 1
        return torch.stack(out, 1), logits


def main():
    torch.manual_seed(2)
    cfg = DecoderConfig()
    generate = Generator(Decoder(cfg, batch=2).eval())
    for request in range(2):
        prompt = torch.randint(0, cfg.vocab, (2, 6))
        tokens, logits = generate(prompt, new_tokens=7)
        print(f"request {request}", tokens.tolist(), f"{logits.abs().sum().item():.4f}")


if __name__ == "__main__":
    main()
