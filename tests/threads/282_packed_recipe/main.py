import torch
import torch.nn.functional as F

from modules import Decoder
from packing import PackedDataset
from runlog import get_logger

CFG = dict(vocab=61, dim=32, heads=4, layers=2, max_len=33, packed=True, lr=3e-3, batch_size=2, epochs=2)


class FinetuneRecipe:
    def __init__(self, cfg):
        self.cfg, self.log = cfg, get_logger()

    def setup(self):
        torch.manual_seed(7)
        cfg = self.cfg
        self.model = Decoder(cfg["vocab"], cfg["dim"], cfg["heads"], cfg["layers"])
        for layer in self.model.layers:
            layer.compile(backend="aot_eager")
        samples = [torch.randint(1, cfg["vocab"], (n,)) for n in (9, 14, 7, 20, 11, 5, 16, 8, 12, 18)]
        self.data = PackedDataset(samples, cfg["max_len"])
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=cfg["lr"])
        self.log.info("%d packs", len(self.data))

    def train(self):
        size = self.cfg["batch_size"]
        for epoch in range(self.cfg["epochs"]):
            for start in range(0, len(self.data) - size + 1, size):
                tokens, labels, mask = map(torch.stack, zip(*(self.data[start + i] for i in range(size))))
                logits = self.model(tokens, mask if self.cfg["packed"] else None)
                loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=-100)
                loss.backward()
                self.optimizer.step()
                self.optimizer.zero_grad(set_to_none=True)
                print(f"epoch {epoch} pack {start} loss {loss.item():.4f}")


if __name__ == "__main__":
    recipe = FinetuneRecipe(CFG)
    recipe.setup()
    recipe.train()
