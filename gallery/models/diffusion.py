"""Denoisers and autoencoders, of diffusers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable

from gallery.models.builders import both, call, noise, whole
from gallery.models.row import Row, Rows

if TYPE_CHECKING:
    from gallery.models.row import Batch


def _denoiser(
    name: str,
    model: str,
    batch: Callable[[], Batch],
    kind: str = "diffusion",
    **sizes: object,
) -> Row:
    return Row(name, kind, "diffusers", call("diffusers", model, **sizes), batch)


TIME = whole(timestep=(0, 10, (2,)))
BLOCKS: dict[str, Any] = {
    "in_channels": 4,
    "out_channels": 4,
    "layers_per_block": 1,
    "block_out_channels": (8, 16),
    "norm_num_groups": 4,
}
HEADS: dict[str, Any] = {"num_attention_heads": 2, "attention_head_dim": 8}
LATENT = noise(hidden_states=(2, 4, 8, 8))
TEXT = noise(encoder_hidden_states=(2, 6, 16))

DIFFUSION: Rows = (
    _denoiser(
        "unet_2d",
        "UNet2DModel",
        both(noise(sample=(2, 4, 16, 16)), TIME),
        **BLOCKS,
        sample_size=16,
        attention_head_dim=8,
        down_block_types=("DownBlock2D", "AttnDownBlock2D"),
        up_block_types=("AttnUpBlock2D", "UpBlock2D"),
    ),
    _denoiser(
        "unet_2d_condition",
        "UNet2DConditionModel",
        both(noise(sample=(2, 4, 8, 8)), TIME, TEXT),
        **BLOCKS,
        sample_size=8,
        cross_attention_dim=16,
        attention_head_dim=8,
        down_block_types=("DownBlock2D", "CrossAttnDownBlock2D"),
        up_block_types=("CrossAttnUpBlock2D", "UpBlock2D"),
    ),
    _denoiser(
        "controlnet",
        "ControlNetModel",
        both(noise(sample=(2, 4, 8, 8), controlnet_cond=(2, 3, 16, 16)), TIME, TEXT),
        in_channels=4,
        layers_per_block=1,
        block_out_channels=(8, 16),
        norm_num_groups=4,
        cross_attention_dim=16,
        attention_head_dim=8,
        conditioning_embedding_out_channels=(8, 16),
        down_block_types=("DownBlock2D", "CrossAttnDownBlock2D"),
    ),
    _denoiser(
        "dit",
        "DiTTransformer2DModel",
        both(LATENT, TIME, whole(class_labels=(0, 10, (2,)))),
        **HEADS,
        in_channels=4,
        num_layers=2,
        sample_size=8,
        num_embeds_ada_norm=10,
    ),
    _denoiser(
        "pixart",
        "PixArtTransformer2DModel",
        both(LATENT, TIME, TEXT),
        **HEADS,
        in_channels=4,
        out_channels=8,
        num_layers=2,
        sample_size=8,
        cross_attention_dim=16,
        caption_channels=16,
        use_additional_conditions=False,
    ),
    _denoiser(
        "sd3",
        "SD3Transformer2DModel",
        both(LATENT, TIME, TEXT, noise(pooled_projections=(2, 16))),
        **HEADS,
        sample_size=8,
        patch_size=2,
        in_channels=4,
        num_layers=2,
        joint_attention_dim=16,
        caption_projection_dim=16,
        pooled_projection_dim=16,
        out_channels=4,
        pos_embed_max_size=8,
    ),
    _denoiser(
        "flux",
        "FluxTransformer2DModel",
        both(
            noise(
                hidden_states=(2, 16, 4),
                encoder_hidden_states=(2, 6, 16),
                pooled_projections=(2, 16),
                timestep=(2,),
            ),
            whole(img_ids=(0, 4, (16, 3)), txt_ids=(0, 1, (6, 3))),
        ),
        **HEADS,
        in_channels=4,
        num_layers=1,
        num_single_layers=1,
        joint_attention_dim=16,
        pooled_projection_dim=16,
        axes_dims_rope=(4, 2, 2),
    ),
    _denoiser(
        "transformer_2d",
        "Transformer2DModel",
        both(LATENT, TEXT),
        **HEADS,
        in_channels=4,
        num_layers=1,
        norm_num_groups=2,
        cross_attention_dim=16,
    ),
    _denoiser(
        "wan",
        "WanTransformer3DModel",
        both(noise(hidden_states=(2, 4, 2, 8, 8)), TIME, TEXT),
        patch_size=(1, 2, 2),
        num_attention_heads=2,
        attention_head_dim=12,
        in_channels=4,
        out_channels=4,
        text_dim=16,
        freq_dim=16,
        ffn_dim=32,
        num_layers=2,
        rope_max_seq_len=16,
    ),
    _denoiser(
        "ltx_video",
        "LTXVideoTransformer3DModel",
        both(
            noise(hidden_states=(2, 8, 4)),
            TEXT,
            TIME,
            whole(encoder_attention_mask=(1, 2, (2, 6))),
            lambda: {"num_frames": 2, "height": 2, "width": 2},
        ),
        in_channels=4,
        out_channels=4,
        num_attention_heads=2,
        attention_head_dim=8,
        cross_attention_dim=16,
        num_layers=2,
        caption_channels=16,
    ),
    _denoiser(
        "prior_transformer",
        "PriorTransformer",
        both(noise(hidden_states=(2, 16), proj_embedding=(2, 16)), TEXT, TIME),
        **HEADS,
        num_layers=2,
        embedding_dim=16,
        num_embeddings=6,
        additional_embeddings=4,
    ),
    _denoiser(
        "autoencoder_kl",
        "AutoencoderKL",
        noise(sample=(2, 3, 16, 16)),
        "autoencoder",
        in_channels=3,
        out_channels=3,
        block_out_channels=(8, 16),
        down_block_types=("DownEncoderBlock2D",) * 2,
        up_block_types=("UpDecoderBlock2D",) * 2,
        layers_per_block=1,
        latent_channels=4,
        norm_num_groups=4,
        sample_size=16,
    ),
    _denoiser(
        "vq_model",
        "VQModel",
        noise(sample=(2, 3, 16, 16)),
        "autoencoder",
        in_channels=3,
        out_channels=3,
        block_out_channels=(8, 16),
        down_block_types=("DownEncoderBlock2D",) * 2,
        up_block_types=("UpDecoderBlock2D",) * 2,
        layers_per_block=1,
        latent_channels=3,
        num_vq_embeddings=16,
        norm_num_groups=4,
    ),
    _denoiser(
        "autoencoder_tiny",
        "AutoencoderTiny",
        noise(sample=(2, 3, 16, 16)),
        "autoencoder",
        encoder_block_out_channels=(8, 8),
        decoder_block_out_channels=(8, 8),
        num_encoder_blocks=(1, 1),
        num_decoder_blocks=(1, 1),
    ),
)
