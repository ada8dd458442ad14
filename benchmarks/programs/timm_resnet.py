"""A ResNet of timm in training, evaluated at another resolution."""

import timm
import torch
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    model = timm.create_model("resnet26", num_classes=10)
    compiled = torch.compile(model, backend="aot_eager")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for size in (64, 64, 96):
        images, labels = torch.randn(2, 3, size, size), torch.randint(0, 10, (2,))
        loss = F.cross_entropy(compiled(images), labels)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    model.eval()
    with torch.no_grad():
        print(tuple(compiled(torch.randn(1, 3, 96, 96)).shape))


main()
