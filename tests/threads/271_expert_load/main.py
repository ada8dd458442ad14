import torch
import torch.nn.functional as F

from config import MoEConfig
from layers import MoEModel


def train(cfg: MoEConfig, steps: int) -> MoEModel:
    model = MoEModel(cfg)
    compiled = torch.compile(model, backend=cfg.backend)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    gen = torch.Generator().manual_seed(8)
    for step in range(steps):
        tokens = torch.randint(cfg.vocab, (4, 13), generator=gen).cumsum(1) % cfg.vocab
        logits, aux = compiled(tokens[:, :-1])
        loss = F.cross_entropy(logits, tokens[:, 1:].flatten()) + cfg.aux_weight * aux
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        load = model.blocks[0].router.seen.int().tolist()
        for block in model.blocks:
            block.router.update_bias(cfg.bias_rate)
        print(step, f"{loss.item():.5f} {aux.item():.5f}", load)
    return model


if __name__ == "__main__":
    torch.manual_seed(6)
    train(MoEConfig(), steps=4)
