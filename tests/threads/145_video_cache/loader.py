import torch


def order(n, epoch):
    g = torch.Generator().manual_seed(epoch)
    return list(range(n)) if epoch == 0 else torch.randperm(n, generator=g).tolist()


def batches(reader, epochs, batch):
    for epoch in range(epochs):
        idx = order(len(reader), epoch)
        for i in range(0, len(idx), batch):
            left, right, middle = zip(*(pick(reader[j]) for j in idx[i : i + batch]))
            yield torch.cat(left), torch.cat(right), torch.cat(middle)


def pick(frames):
    return frames[0:1], frames[2:3], frames[1:2]
