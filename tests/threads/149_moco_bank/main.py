import torch

from config import Config
from data import TwoViews
from model import MoCo
from trainer import Trainer


def main():
    cfg = Config()
    torch.manual_seed(cfg.seed)
    model = MoCo(cfg)
    trainer = Trainer(cfg, model)
    history = trainer.fit(TwoViews(cfg))
    print(f"first loss {history[0]:.4f}  last loss {history[-1]:.4f}")
    print(f"accuracy {trainer.accuracy.mean(5):.4f}")
    print(f"bank norm {model.bank.keys.norm():.4f}  mean {model.protos.mean.norm():.4f}")


if __name__ == "__main__":
    main()
