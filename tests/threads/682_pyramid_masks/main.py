import torch

from segmenter import Segmenter, mask_loss, mean_iou


def make_batch(generator, n=4, size=32):
    image = 0.1 * torch.randn(n, 3, size, size, generator=generator)
    masks = torch.zeros(n, 4, size // 2, size // 2)
    for i in range(n):
        y, x = torch.randint(0, size // 2, (2,), generator=generator).tolist()
        image[i, i % 3, y:y + 12, x:x + 12] += 1.0
        masks[i, i % 3, y // 2:y // 2 + 6, x // 2:x // 2 + 6] = 1.0
    return image, masks


def main():
    torch.manual_seed(0)
    generator = torch.Generator().manual_seed(3)
    model = Segmenter()
    compiled = torch.compile(model, backend="inductor")
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for epoch in range(3):
        for _ in range(4):
            image, masks = make_batch(generator)
            logits = compiled(image)
            loss = mask_loss(logits, masks)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch} loss {loss.item():.3f} iou {mean_iou(logits.detach(), masks):.3f}")


if __name__ == "__main__":
    main()
