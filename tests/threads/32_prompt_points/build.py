import torch
import torch.nn as nn

from parts import ImageEncoder, MaskDecoder, PromptEncoder

OPTIONS = dict(backend="eager", fullgraph=True, dynamic=False)


class Segmenter(nn.Module):
    def __init__(self, dim, size):
        super().__init__()
        self.image_encoder = ImageEncoder(dim)
        self.prompt_encoder = PromptEncoder(dim, size)
        self.mask_decoder = MaskDecoder()

    def segment(self, features, points, labels):
        prompt = self.prompt_encoder(points, labels)
        return self.mask_decoder(features, prompt.mean(1))


def compile_parts(model):
    for part in model.children():
        part.compile(**OPTIONS)
    return model


def build_segmenter(dim, size, vos_optimized=False):
    model = Segmenter(dim, size)
    return compile_parts(model) if vos_optimized else model
