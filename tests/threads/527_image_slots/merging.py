import torch


def count_slots(is_image):
    return is_image.sum().item()


def describe(features):
    return " + ".join(str(f.shape[0]) for f in features)


def merge_embeddings(text_embeds, features, is_image):
    flat = features.flatten(0, 1)
    expected = count_slots(is_image)
    if flat.shape[0] != expected:
        raise ValueError(f"got {describe(features)} image rows for {expected} slots")
    return text_embeds.masked_scatter(is_image.unsqueeze(-1), flat)
