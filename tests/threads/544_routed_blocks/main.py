import torch
import torch.nn.functional as F

from config import ModelConfig
from model import TinyLM


def sample_tokens(cfg, batch, length):
    start = torch.randint(0, cfg.vocab, (batch, 1))
    return (start + torch.arange(length) * 3) % cfg.vocab


def perplexity(loss):
    return float(torch.exp(loss.detach()))


def main():
    torch.manual_seed(11)
    cfg = ModelConfig()
    model = TinyLM(cfg)
    step_fn = torch.compile(model, fullgraph=True)
    opt = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for _ in range(12):
        tokens = sample_tokens(cfg, 8, 17)
        logits, aux = step_fn(tokens[:, :-1])
        ce = F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
        loss = ce + cfg.aux_weight * aux
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"ce {ce.item():.3f}")
    print(f"aux {aux.item():.3f}")
    print(f"ppl {perplexity(ce):.2f}")


if __name__ == "__main__":
    main()
