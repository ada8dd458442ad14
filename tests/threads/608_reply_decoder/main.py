import torch

from decoding import reply
from inputs import pad_left
from model import TinyChat


def variety(ids, prompt):
    new = ids[:, prompt:]
    return sum(len(set(row.tolist())) for row in new) / new.numel()


def main():
    torch.manual_seed(12)
    model = TinyChat().eval()
    step = torch.compile(model, backend="inductor", dynamic=False)
    prompts = pad_left([[5, 9, 14, 3], [8, 2, 40, 17, 33, 6]])
    ids = reply(model, step, prompts, 5)
    print("length", ids.shape[1])
    print("sum", ids.sum().item())
    print("variety", round(variety(ids, prompts.shape[1]), 3))


if __name__ == "__main__":
    main()
