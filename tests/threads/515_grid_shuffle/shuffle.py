import torch


def shuffle_index(grid, merge=2):
    pieces = []
    offset = 0
    for frames, height, width in grid.tolist():
        index = torch.arange(frames * height * width)
        index = index.view(frames, height // merge, merge, width // merge, merge)
        if frames > 1:
            index = index.roll(1, 0)
        pieces.append(index.permute(0, 1, 3, 2, 4).reshape(-1) + offset)
        offset += frames * height * width
    return torch.cat(pieces)


def merge_patches(hidden, index, merge=2):
    hidden = hidden[index]
    return hidden.reshape(-1, merge * merge * hidden.shape[-1])
