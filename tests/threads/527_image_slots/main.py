import torch

from processing import batches
from vlm import CaptionModel, caption_loss


def main():
    torch.manual_seed(11)
    model = CaptionModel()
    forward = torch.compile(model, backend="eager")
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
    for step, batch in enumerate(batches(6, seed=5)):
        logits = forward(batch["input_ids"], batch["is_image"], batch["patches"])
        loss = caption_loss(logits, batch["input_ids"], batch["is_image"])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step} loss {loss.item():.4f}")


if __name__ == "__main__":
    main()
