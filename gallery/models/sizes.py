"""Tiny sizes that many configurations of `transformers` share by name."""

from __future__ import annotations

from typing import Any

from gallery.models.builders import PIXELS, VOCABULARY

TOKENS: dict[str, Any] = {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}
SIZES: dict[str, Any] = {
    "vocab_size": VOCABULARY,
    "hidden_size": 16,
    "intermediate_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "max_position_embeddings": 32,
    **TOKENS,
}
# Two heads of queries look at one of keys.
GROUPED: dict[str, Any] = {**SIZES, "num_key_value_heads": 1}
WIDE: dict[str, Any] = {**GROUPED, "head_dim": 8}
# The names that GPT-2 gave.
GPT: dict[str, Any] = {
    "vocab_size": VOCABULARY,
    "n_embd": 16,
    "n_layer": 2,
    "n_head": 2,
    "n_positions": 32,
    **TOKENS,
}
# The names that BART gave.
BART: dict[str, Any] = {
    "vocab_size": VOCABULARY,
    "d_model": 16,
    "encoder_layers": 1,
    "decoder_layers": 1,
    "encoder_attention_heads": 2,
    "decoder_attention_heads": 2,
    "encoder_ffn_dim": 32,
    "decoder_ffn_dim": 32,
    "max_position_embeddings": 32,
    "decoder_start_token_id": 2,
    **TOKENS,
}
# The names that T5 gave.
T5: dict[str, Any] = {
    "vocab_size": VOCABULARY,
    "d_model": 16,
    "d_kv": 8,
    "d_ff": 32,
    "num_layers": 2,
    "num_heads": 2,
    "decoder_start_token_id": 0,
}
# Vision transformers.
IMAGES: dict[str, Any] = {
    "image_size": PIXELS,
    "patch_size": 8,
    "hidden_size": 16,
    "intermediate_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
}
# The names that Wav2Vec2 gave.
WAVES: dict[str, Any] = {
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
}
