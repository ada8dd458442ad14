import torch

from model import TinyDetector
from trainer import SyntheticBoxes, TrainConfig, Trainer

if __name__ == "__main__":
    torch.manual_seed(0)
    cfg = TrainConfig()
    Trainer(TinyDetector(), cfg).fit(SyntheticBoxes(cfg))
