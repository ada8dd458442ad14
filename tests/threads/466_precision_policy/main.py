import torch
import torch.nn.functional as F

from decoder import Decoder
from policy import PrecisionConfig, build_policy, describe


class Trainer:
    def __init__(self, cfg, vocab=48, dim=24):
        self.vocab = vocab
        self.model = Decoder(vocab, dim, 2, cfg.low)
        self.policy = build_policy(cfg)
        self.opt = torch.optim.SGD(self.model.parameters(), lr=0.05)
        self.loss_fn = torch.compile(self._loss, backend="aot_eager")

    def _loss(self, ids):
        logits = self.model(ids[:, :-1], self.policy)
        return F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())

    def step(self, ids):
        loss = self.loss_fn(ids)
        loss.backward()
        self.opt.step()
        self.opt.zero_grad(set_to_none=True)
        return loss.detach()


def main():
    torch.manual_seed(3)
    cfg = PrecisionConfig(preset="safe", extra=("mlp.down",))
    trainer = Trainer(cfg)
    print(describe(cfg))
    for step in range(4):
        ids = torch.randint(0, trainer.vocab, (4, 17))
        print(step, f"{trainer.step(ids):.4f}")


if __name__ == "__main__":
    main()
