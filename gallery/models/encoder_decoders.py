"""Encoders whose output a decoder reads."""

from __future__ import annotations

from gallery.models.builders import VOCABULARY, hf, text
from gallery.models.row import Row, Rows
from gallery.models.sizes import BART, SIZES, T5, TOKENS, WIDE


def _pair(
    name: str,
    prefix: str,
    model: str = "ForConditionalGeneration",
    length: int = 8,
    **sizes: object,
) -> Row:
    make = hf(f"{prefix}Config", f"{prefix}{model}", **sizes)
    return Row(name, "encoder-decoder", "transformers", make, text(length))


ENCODER_DECODERS: Rows = (
    _pair("t5", "T5", **T5),
    _pair("t5_gated", "T5", **T5, feed_forward_proj="gated-gelu"),
    _pair("umt5", "UMT5", **T5),
    _pair(
        "switch_transformers",
        "SwitchTransformers",
        **{**T5, "num_layers": 2},
        num_decoder_layers=2,
        num_sparse_encoder_layers=1,
        num_sparse_decoder_layers=1,
        num_experts=2,
        expert_capacity=8,
    ),
    _pair("bart", "Bart", **BART),
    _pair("mbart", "MBart", **BART),
    _pair("pegasus", "Pegasus", **BART),
    _pair("pegasus_x", "PegasusX", **BART, block_size=4, num_global_tokens=2),
    _pair(
        "bigbird_pegasus",
        "BigBirdPegasus",
        length=64,
        attention_type="block_sparse",
        block_size=4,
        num_random_blocks=1,
        **{**BART, "max_position_embeddings": 64},
    ),
    _pair("marian", "Marian", "MTModel", **BART, decoder_vocab_size=VOCABULARY),
    _pair("blenderbot", "Blenderbot", **BART),
    _pair("blenderbot_small", "BlenderbotSmall", **BART),
    _pair("m2m_100", "M2M100", **BART, encoder_layerdrop=0.0, decoder_layerdrop=0.0),
    _pair(
        "nllb_moe",
        "NllbMoe",
        **BART,
        num_experts=2,
        expert_capacity=8,
        encoder_sparse_step=1,
        decoder_sparse_step=1,
        encoder_layerdrop=0.0,
        decoder_layerdrop=0.0,
    ),
    _pair(
        "led",
        "LED",
        **{k: v for k, v in BART.items() if k != "max_position_embeddings"},
        attention_window=4,
        max_encoder_position_embeddings=32,
        max_decoder_position_embeddings=32,
    ),
    _pair("mvp", "Mvp", **BART),
    _pair("plbart", "PLBart", **BART),
    _pair(
        "prophetnet",
        "ProphetNet",
        vocab_size=VOCABULARY,
        hidden_size=16,
        encoder_ffn_dim=32,
        num_encoder_layers=1,
        num_encoder_attention_heads=2,
        decoder_ffn_dim=32,
        num_decoder_layers=1,
        num_decoder_attention_heads=2,
        max_position_embeddings=32,
        decoder_start_token_id=1,
        **TOKENS,
    ),
    _pair(
        "fsmt",
        "FSMT",
        langs=["en", "de"],
        src_vocab_size=VOCABULARY,
        tgt_vocab_size=VOCABULARY,
        **{k: v for k, v in BART.items() if k != "vocab_size"},
    ),
    _pair(
        "t5gemma",
        "T5Gemma",
        encoder={**WIDE, "sliding_window": 4},
        decoder={**WIDE, "sliding_window": 4},
        vocab_size=VOCABULARY,
    ),
    _pair(
        "encoder_decoder_bert",
        "EncoderDecoder",
        "Model",
        encoder={**SIZES, "model_type": "bert"},
        decoder={
            **SIZES,
            "model_type": "bert",
            "is_decoder": True,
            "add_cross_attention": True,
        },
        pad_token_id=0,
        decoder_start_token_id=1,
    ),
)
