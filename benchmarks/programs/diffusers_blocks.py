"""A Flux transformer of diffusers, compiled block by block, at two resolutions."""

import torch
from diffusers import FluxTransformer2DModel


def inputs(height, width, words=16):
    return {
        "hidden_states": torch.randn(1, height * width, 16),
        "encoder_hidden_states": torch.randn(1, words, 32),
        "pooled_projections": torch.randn(1, 32),
        "timestep": torch.tensor([0.5]),
        "img_ids": torch.randn(height * width, 3),
        "txt_ids": torch.zeros(words, 3),
        "guidance": torch.tensor([3.5]),
    }


def main():
    torch.manual_seed(0)
    model = FluxTransformer2DModel(
        patch_size=1,
        in_channels=16,
        num_layers=3,
        num_single_layers=6,
        attention_head_dim=16,
        num_attention_heads=2,
        joint_attention_dim=32,
        pooled_projection_dim=32,
        guidance_embeds=True,
        axes_dims_rope=(4, 6, 6),
    ).eval()
    model.compile_repeated_blocks(backend="aot_eager")
    with torch.no_grad():
        for size in ((8, 8), (8, 8), (12, 8)):
            out = model(**inputs(*size), return_dict=False)[0]
    model.set_attention_backend("native")
    with torch.no_grad():
        out = model(**inputs(12, 8), return_dict=False)[0]
    print(tuple(out.shape))


main()
