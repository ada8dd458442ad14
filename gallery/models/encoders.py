"""Encoders of text: each token sees the others."""

from __future__ import annotations

from typing import Any

from gallery.models.builders import VOCABULARY, hf, text
from gallery.models.row import Row, Rows
from gallery.models.sizes import SIZES


def _encoder(
    name: str, prefix: str, model: str = "", length: int = 8, **sizes: object
) -> Row:
    make = hf(f"{prefix}Config", model or f"{prefix}ForMaskedLM", **sizes)
    return Row(name, "encoder", "transformers", make, text(length))


# The names that XLNet's authors, and DistilBERT's, gave.
SHORT: dict[str, Any] = {
    "vocab_size": VOCABULARY,
    "n_layers": 2,
    "n_heads": 2,
    "pad_token_id": 0,
}

ENCODERS: Rows = (
    _encoder("bert", "Bert", **SIZES),
    _encoder(
        "deberta",
        "DebertaV2",
        **SIZES,
        relative_attention=True,
        pos_att_type=["p2c", "c2p"],
    ),
    _encoder(
        "deberta_v1",
        "Deberta",
        **SIZES,
        relative_attention=True,
        pos_att_type=["p2c", "c2p"],
    ),
    _encoder("albert", "Albert", **SIZES, embedding_size=8),
    _encoder("roberta", "Roberta", **SIZES),
    _encoder("roberta_prelayernorm", "RobertaPreLayerNorm", **SIZES),
    _encoder("xlm_roberta_xl", "XLMRobertaXL", **SIZES),
    _encoder("electra", "Electra", **SIZES, embedding_size=8),
    _encoder(
        "distilbert",
        "DistilBert",
        **SHORT,
        dim=16,
        hidden_dim=32,
        max_position_embeddings=32,
    ),
    _encoder(
        "xlnet",
        "XLNet",
        "XLNetLMHeadModel",
        vocab_size=VOCABULARY,
        d_model=16,
        n_layer=2,
        n_head=2,
        d_inner=32,
    ),
    _encoder(
        "xlm",
        "XLM",
        "XLMWithLMHeadModel",
        **SHORT,
        emb_dim=16,
        max_position_embeddings=32,
    ),
    _encoder(
        "flaubert",
        "Flaubert",
        "FlaubertWithLMHeadModel",
        **SHORT,
        emb_dim=16,
        max_position_embeddings=32,
    ),
    _encoder("mpnet", "MPNet", **SIZES),
    _encoder(
        "funnel",
        "Funnel",
        vocab_size=VOCABULARY,
        block_sizes=[1, 1],
        num_decoder_layers=1,
        d_model=16,
        n_head=2,
        d_head=8,
        d_inner=32,
    ),
    _encoder(
        "convbert",
        "ConvBert",
        **SIZES,
        embedding_size=16,
        head_ratio=1,
        conv_kernel_size=3,
    ),
    _encoder(
        "squeezebert",
        "SqueezeBert",
        **SIZES,
        embedding_size=16,
        q_groups=1,
        k_groups=1,
        v_groups=1,
        post_attention_groups=1,
        intermediate_groups=2,
        output_groups=2,
    ),
    _encoder("longformer", "Longformer", attention_window=4, sep_token_id=2, **SIZES),
    _encoder(
        "big_bird",
        "BigBird",
        length=64,
        attention_type="block_sparse",
        block_size=4,
        num_random_blocks=1,
        **{**SIZES, "max_position_embeddings": 64},
    ),
    _encoder(
        "fnet", "FNet", **{k: v for k, v in SIZES.items() if k != "num_attention_heads"}
    ),
    _encoder("ernie", "Ernie", **SIZES),
    _encoder(
        "rembert", "RemBert", **SIZES, input_embedding_size=8, output_embedding_size=8
    ),
    _encoder("roformer", "RoFormer", **SIZES),
    _encoder(
        "mobilebert",
        "MobileBert",
        **SIZES,
        embedding_size=8,
        intra_bottleneck_size=8,
        num_feedforward_networks=2,
    ),
    _encoder(
        "modernbert",
        "ModernBert",
        **SIZES,
        cls_token_id=1,
        sep_token_id=2,
        local_attention=4,
        global_attn_every_n_layers=2,
    ),
    _encoder("esm", "Esm", **SIZES, mask_token_id=3, position_embedding_type="rotary"),
    _encoder("ibert", "IBert", **SIZES, quant_mode=True),
    _encoder("megatron_bert", "MegatronBert", **SIZES),
    _encoder("data2vec_text", "Data2VecText", **SIZES),
    _encoder("xmod", "Xmod", **SIZES, languages=["en", "de"], default_language="en"),
    _encoder("yoso", "Yoso", **SIZES, use_expectation=True),
    _encoder("mra", "Mra", length=32, **SIZES),
    _encoder("luke", "Luke", **SIZES, entity_vocab_size=16, entity_emb_size=8),
    _encoder("eurobert", "EuroBert", **SIZES),
    _encoder("nomic_bert", "NomicBert", **SIZES),
    _encoder(
        "bert_generation",
        "BertGeneration",
        "BertGenerationDecoder",
        is_decoder=True,
        **SIZES,
    ),
    Row(
        "reformer",
        "encoder",
        "transformers",
        hf(
            "ReformerConfig",
            "ReformerModelWithLMHead",
            vocab_size=VOCABULARY,
            attention_head_size=8,
            hidden_size=16,
            num_attention_heads=2,
            feed_forward_size=32,
            attn_layers=["local", "lsh"],
            axial_pos_shape=[4, 4],
            axial_pos_embds_dim=[8, 8],
            num_buckets=4,
            num_hashes=1,
            lsh_attn_chunk_length=4,
            local_attn_chunk_length=4,
            is_decoder=True,
            hash_seed=0,
            max_position_embeddings=16,
        ),
        text(16),
        trains=False,
        why="its backward replays from seeds that it takes from the clock",
    ),
    _encoder("layoutlm", "LayoutLM", **SIZES, max_2d_position_embeddings=32),
)
