"""Train a tiny CNN on synthetic stripes with augmentation."""
import torch

from dataset import stripes
from net import SmallCNN
from transforms import Compose, Jitter, Normalize, RandomTurn


def main():
    torch.manual_seed(0)
    net = SmallCNN(classes=2, width=8)
    net.compile(backend="aot_eager")
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    augment = Compose([RandomTurn(seed=5), Jitter(0.1, seed=6), Normalize(0.5, 0.5)])
    losses = []
    for image, label in stripes(10, batch=4, size=16, seed=1):
        loss = torch.nn.functional.cross_entropy(net(augment(image)), label)
        loss.backward()
        opt.step()
        opt.zero_grad(set_to_none=True)
        losses.append(loss.item())
    print("loss", " ".join(f"{v:.4f}" for v in losses))
    print(f"mean {sum(losses) / len(losses):.5f}  turned {augment.steps[0].turned}")


if __name__ == "__main__":
    main()
