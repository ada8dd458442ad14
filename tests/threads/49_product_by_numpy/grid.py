import numpy as np


def patches_of(image, size):
    return int(np.prod(image.shape[2:])) // size**2


def to_image(tokens, image, size):
    width = image.shape[3] // size
    height = patches_of(image, size) // width
    return tokens.mT.unflatten(-1, (height, width))
