import torch

IMAGE_TOKEN = 3


def build_prompt(rng, text_len, image_len, vocab):
    text = torch.randint(4, vocab, (text_len,), generator=rng)
    cut = text_len // 2
    image = torch.full((image_len,), IMAGE_TOKEN)
    return torch.cat([text[:cut], image, text[cut:]])


def collate(prompts, images):
    ids = torch.stack(prompts)
    return {"input_ids": ids, "is_image": ids == IMAGE_TOKEN, "patches": torch.stack(images)}


def batches(count, seed, vocab=50, image_len=4, patch_dim=12):
    rng = torch.Generator().manual_seed(seed)
    for _ in range(count):
        prompts = [build_prompt(rng, 10, image_len, vocab) for _ in range(3)]
        images = [torch.randn(image_len, patch_dim, generator=rng) for _ in range(3)]
        yield collate(prompts, images)
