"""Twenty architectures of `transformers`, tiny and with random weights.

A row names the two classes, the sizes, and what the model eats. Everything is small
enough to compile in seconds, and has the parts that make its kind what it is: a state
space, a router, relative positions, windows, a cache of keys.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
import transformers

VOCABULARY = 64
BATCH, LENGTH, PIXELS = 2, 8, 32
# What several share under these very names.
SIZES = {
    "vocab_size": VOCABULARY,
    "hidden_size": 16,
    "intermediate_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "pad_token_id": 0,
    "bos_token_id": 1,
    "eos_token_id": 2,
}
GROUPED = {**SIZES, "num_key_value_heads": 1}
EXPERTS = {**GROUPED, "num_local_experts": 4, "num_experts_per_tok": 2}
IMAGES = {
    "image_size": PIXELS,
    "patch_size": 8,
    "hidden_size": 16,
    "intermediate_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
}


class Architecture(NamedTuple):
    """One row: classes by name, sizes, and the kind of input."""

    kind: str
    config: str
    model: str
    sizes: dict[str, Any]
    eats: str


ZOO = {
    "bert": Architecture("encoder", "BertConfig", "BertForMaskedLM", SIZES, "labelled"),
    "deberta": Architecture(
        "encoder",
        "DebertaV2Config",
        "DebertaV2ForMaskedLM",
        {**SIZES, "relative_attention": True, "pos_att_type": ["p2c", "c2p"]},
        "labelled",
    ),
    "albert": Architecture(
        "encoder",
        "AlbertConfig",
        "AlbertForMaskedLM",
        {**SIZES, "embedding_size": 8},
        "labelled",
    ),
    "gpt2": Architecture(
        "decoder",
        "GPT2Config",
        "GPT2LMHeadModel",
        {
            "vocab_size": VOCABULARY,
            "n_embd": 16,
            "n_layer": 2,
            "n_head": 2,
            "n_positions": 32,
            "bos_token_id": 1,
            "eos_token_id": 2,
        },
        "labelled",
    ),
    "llama": Architecture(
        "decoder", "LlamaConfig", "LlamaForCausalLM", GROUPED, "labelled"
    ),
    "gemma2": Architecture(
        "decoder",
        "Gemma2Config",
        "Gemma2ForCausalLM",
        {**GROUPED, "head_dim": 8, "sliding_window": 4},
        "labelled",
    ),
    "opt": Architecture(
        "decoder",
        "OPTConfig",
        "OPTForCausalLM",
        {
            **SIZES,
            "ffn_dim": 32,
            "max_position_embeddings": 32,
            "word_embed_proj_dim": 16,
        },
        "labelled",
    ),
    "mixtral": Architecture(
        "mixture of experts",
        "MixtralConfig",
        "MixtralForCausalLM",
        EXPERTS,
        "labelled",
    ),
    "qwen2_moe": Architecture(
        "mixture of experts",
        "Qwen2MoeConfig",
        "Qwen2MoeForCausalLM",
        {
            **GROUPED,
            "num_experts": 4,
            "num_experts_per_tok": 2,
            "moe_intermediate_size": 16,
            "shared_expert_intermediate_size": 16,
        },
        "labelled",
    ),
    "t5": Architecture(
        "encoder-decoder",
        "T5Config",
        "T5ForConditionalGeneration",
        {
            "vocab_size": VOCABULARY,
            "d_model": 16,
            "d_kv": 8,
            "d_ff": 32,
            "num_layers": 2,
            "num_heads": 2,
            "decoder_start_token_id": 0,
        },
        "labelled",
    ),
    "bart": Architecture(
        "encoder-decoder",
        "BartConfig",
        "BartForConditionalGeneration",
        {
            "vocab_size": VOCABULARY,
            "d_model": 16,
            "encoder_layers": 1,
            "decoder_layers": 1,
            "encoder_attention_heads": 2,
            "decoder_attention_heads": 2,
            "encoder_ffn_dim": 32,
            "decoder_ffn_dim": 32,
            "max_position_embeddings": 32,
            "pad_token_id": 0,
            "bos_token_id": 1,
            "eos_token_id": 2,
            "decoder_start_token_id": 2,
        },
        "labelled",
    ),
    "vit": Architecture(
        "vision", "ViTConfig", "ViTForImageClassification", IMAGES, "image"
    ),
    "convnext": Architecture(
        "vision",
        "ConvNextConfig",
        "ConvNextForImageClassification",
        {"hidden_sizes": [8, 16], "depths": [1, 1], "num_stages": 2},
        "image",
    ),
    "swin": Architecture(
        "vision",
        "SwinConfig",
        "SwinForImageClassification",
        {
            "image_size": PIXELS,
            "patch_size": 4,
            "embed_dim": 8,
            "depths": [2, 2],
            "num_heads": [2, 2],
            "window_size": 2,
        },
        "image",
    ),
    "clip": Architecture(
        "vision and text",
        "CLIPConfig",
        "CLIPModel",
        {
            "text_config": {**SIZES, "max_position_embeddings": 32},
            "vision_config": IMAGES,
            "projection_dim": 16,
        },
        "image and text",
    ),
    "wav2vec2": Architecture(
        "audio",
        "Wav2Vec2Config",
        "Wav2Vec2ForSequenceClassification",
        {
            **SIZES,
            "conv_dim": [8, 8],
            "conv_kernel": [10, 3],
            "conv_stride": [5, 2],
            "num_feat_extract_layers": 2,
            "num_conv_pos_embeddings": 8,
            "num_conv_pos_embedding_groups": 2,
            "classifier_proj_size": 8,
            "layerdrop": 0.0,
            "apply_spec_augment": False,
        },
        "sound",
    ),
    "whisper": Architecture(
        "audio",
        "WhisperConfig",
        "WhisperForConditionalGeneration",
        {
            "vocab_size": VOCABULARY,
            "num_mel_bins": 8,
            "d_model": 16,
            "encoder_layers": 1,
            "decoder_layers": 1,
            "encoder_attention_heads": 2,
            "decoder_attention_heads": 2,
            "encoder_ffn_dim": 32,
            "decoder_ffn_dim": 32,
            "max_source_positions": 16,
            "max_target_positions": 32,
            "pad_token_id": 0,
            "bos_token_id": 1,
            "eos_token_id": 2,
            "decoder_start_token_id": 1,
        },
        "spectrum",
    ),
    "mamba": Architecture(
        "state space",
        "MambaConfig",
        "MambaForCausalLM",
        {
            "vocab_size": VOCABULARY,
            "hidden_size": 16,
            "state_size": 4,
            "num_hidden_layers": 2,
            "use_cache": False,
        },
        "labelled",
    ),
    "mamba2": Architecture(
        "state space",
        "Mamba2Config",
        "Mamba2ForCausalLM",
        {
            "vocab_size": VOCABULARY,
            "hidden_size": 16,
            "state_size": 4,
            "num_hidden_layers": 1,
            "num_heads": 4,
            "head_dim": 8,
            "n_groups": 1,
            "chunk_size": 4,
            "use_cache": False,
        },
        "labelled",
    ),
    "jamba": Architecture(
        "state space and experts",
        "JambaConfig",
        "JambaForCausalLM",
        {
            **EXPERTS,
            "num_experts": 2,
            "attn_layer_period": 2,
            "attn_layer_offset": 1,
            "expert_layer_period": 2,
            "expert_layer_offset": 1,
            "mamba_d_state": 4,
            "mamba_dt_rank": 4,
            "use_mamba_kernels": False,
            "use_cache": False,
        },
        "labelled",
    ),
}


def made(name: str) -> torch.nn.Module:
    """Returns the model, the same for the same name."""
    row = ZOO[name]
    torch.manual_seed(0)
    config = getattr(transformers, row.config)(**row.sizes)
    return getattr(transformers, row.model)(config)


def inputs(name: str) -> dict[str, torch.Tensor]:
    """Returns a batch to call the model with, the same for the same name."""
    torch.manual_seed(1)
    tokens = torch.randint(3, VOCABULARY, (BATCH, LENGTH))
    image = torch.randn(BATCH, 3, PIXELS, PIXELS)
    classes = torch.tensor([0, 1])
    batches = {
        "labelled": {"input_ids": tokens, "labels": tokens},
        "image": {"pixel_values": image, "labels": classes},
        "image and text": {
            "input_ids": tokens,
            "pixel_values": image,
            "return_loss": True,
        },
        "sound": {"input_values": torch.randn(BATCH, 400), "labels": classes},
        "spectrum": {"input_features": torch.randn(BATCH, 8, 32), "labels": tokens},
    }
    return batches[ZOO[name].eats]
