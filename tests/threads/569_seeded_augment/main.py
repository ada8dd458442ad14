import torch

from learner import Learner


def toy_images(count, classes):
    labels = torch.arange(count) % classes
    images = torch.zeros(count, 1, 12, 12)
    for index, label in enumerate(labels.tolist()):
        images[index, 0, label * 3: label * 3 + 3] = 1.0 + 0.5 * label
    return images + 0.05 * torch.randn(images.shape), labels


def accuracy(model, images, labels):
    with torch.no_grad():
        return (model(images).argmax(-1) == labels).float().mean().item()


def main():
    torch.manual_seed(21)
    images, labels = toy_images(48, 4)
    model = Learner(4, seed=77)
    objective = torch.compile(model.training_loss, backend="aot_eager")
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    losses = []
    for _ in range(15):
        loss = objective(images, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    print("augment", model.augment.source)
    print("loss %.4f -> %.4f" % (losses[0], losses[-1]))
    print("accuracy %.3f" % accuracy(model, images, labels))


if __name__ == "__main__":
    main()
