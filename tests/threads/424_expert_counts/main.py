import torch
import torch.nn.functional as F

from model import Decoder, ModelConfig
from moe import MoE


def expert_load(model):
    return [m.load.tolist() for m in model.modules() if isinstance(m, MoE)]


def main():
    torch.manual_seed(11)
    cfg = ModelConfig()
    model = Decoder(cfg)
    for block in model.blocks:
        block.compile(backend="aot_eager", fullgraph=True)
    opt = torch.optim.AdamW(model.parameters(), lr=3e-3)
    data = torch.randint(0, cfg.vocab, (5, 4, 13))
    for step, batch in enumerate(data):
        logits = model(batch[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, 1:].flatten())
        loss.backward()
        opt.step()
        opt.zero_grad()
        print(f"step {step} loss {loss.item():.5f} load {expert_load(model)}")


if __name__ == "__main__":
    main()
