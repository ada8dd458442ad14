import torch

from model import ImageChat
from processing import Processor


def conversations(gen, count=4):
    lengths = torch.randint(5, 11, (count,), generator=gen).tolist()
    return [torch.randint(2, 50, (n,), generator=gen).tolist() for n in lengths]


def main():
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(1)
    processor = Processor()
    model = ImageChat().eval()
    run = torch.compile(model, backend="eager")
    with torch.no_grad():
        for turn in range(3):
            batch = processor.batch(conversations(gen), gen)
            logits = run(**batch.inputs())
            print(turn, logits[:, -1].argmax(-1).tolist(), f"{logits.std().item():.5f}")


if __name__ == "__main__":
    main()
