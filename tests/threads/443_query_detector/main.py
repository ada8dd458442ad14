import torch
import torch.nn.functional as F

from detector import Detector, DetectorConfig


class DetectionTrainer:
    def __init__(self, cfg, lr=0.05):
        self.cfg = cfg
        self.model = Detector(cfg)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=lr, momentum=0.9)
        self.step_fn = torch.compile(self.loss, backend="aot_eager")

    def loss(self, images, labels, boxes):
        scores, pred = self.model(images)
        cls = F.cross_entropy(scores.flatten(0, 1), labels.repeat_interleave(self.cfg.queries))
        return cls + F.l1_loss(pred, boxes[:, None].expand_as(pred))

    def fit(self, batches):
        history = []
        for images, labels, boxes in batches:
            loss = self.step_fn(images, labels, boxes)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            history.append(round(loss.item(), 4))
        return history


if __name__ == "__main__":
    torch.manual_seed(0)
    cfg = DetectorConfig()
    data = [(torch.rand(2, 3, 64, 96), torch.randint(0, cfg.classes, (2,)), torch.rand(2, 4)) for _ in range(4)]
    print(DetectionTrainer(cfg).fit(data * 2))
