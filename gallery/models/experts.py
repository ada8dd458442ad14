"""Mixtures of experts: a router sends each token to a few of them."""

from __future__ import annotations

from typing import Any

from gallery.models.builders import hf, text
from gallery.models.row import Row, Rows
from gallery.models.sizes import GROUPED, SIZES, WIDE


def _experts(name: str, prefix: str, config: str = "", **sizes: object) -> Row:
    make = hf(config or f"{prefix}Config", f"{prefix}ForCausalLM", **sizes)
    return Row(name, "mixture of experts", "transformers", make, text())


EXPERTS: dict[str, Any] = {"num_experts": 4, "num_experts_per_tok": 2}
LOCAL: dict[str, Any] = {"num_local_experts": 4, "num_experts_per_tok": 2}
NARROW: dict[str, Any] = {**EXPERTS, "moe_intermediate_size": 16}
# DeepSeek's names: attention on a latent vector, and experts in groups.
LATENT: dict[str, Any] = {
    **SIZES,
    "num_key_value_heads": 2,
    "n_routed_experts": 4,
    "num_experts_per_tok": 2,
    "n_shared_experts": 1,
    "moe_intermediate_size": 16,
    "first_k_dense_replace": 1,
    "kv_lora_rank": 8,
    "q_lora_rank": 8,
    "qk_rope_head_dim": 4,
    "qk_nope_head_dim": 8,
    "v_head_dim": 8,
    "n_group": 2,
    "topk_group": 1,
}

MIXTURES: Rows = (
    _experts("mixtral", "Mixtral", **GROUPED, **LOCAL),
    _experts(
        "qwen2_moe", "Qwen2Moe", **GROUPED, **NARROW, shared_expert_intermediate_size=16
    ),
    _experts("qwen3_moe", "Qwen3Moe", **WIDE, **NARROW),
    _experts("deepseek_v2", "DeepseekV2", **LATENT),
    _experts("deepseek_v3", "DeepseekV3", **LATENT),
    _experts("olmoe", "Olmoe", **GROUPED, **EXPERTS),
    _experts("flex_olmo", "FlexOlmo", **GROUPED, **EXPERTS),
    _experts("gpt_oss", "GptOss", **WIDE, **LOCAL, sliding_window=4),
    _experts("granitemoe", "GraniteMoe", **GROUPED, **LOCAL),
    _experts(
        "granitemoeshared",
        "GraniteMoeShared",
        **GROUPED,
        **LOCAL,
        shared_intermediate_size=16,
    ),
    _experts("phimoe", "Phimoe", **GROUPED, **LOCAL),
    _experts(
        "jetmoe",
        "JetMoe",
        **{k: v for k, v in SIZES.items() if k != "num_attention_heads"},
        num_key_value_heads=2,
        kv_channels=8,
        **LOCAL,
    ),
    _experts(
        "dbrx",
        "Dbrx",
        vocab_size=64,
        d_model=16,
        n_heads=2,
        n_layers=2,
        max_seq_len=32,
        attn_config={"kv_n_heads": 1, "clip_qkv": 8.0, "rope_theta": 10000.0},
        ffn_config={
            "ffn_hidden_size": 32,
            "hidden_size": 16,
            "moe_num_experts": 4,
            "moe_top_k": 2,
        },
    ),
    _experts(
        "ernie4_5_moe",
        "Ernie4_5_Moe",
        **GROUPED,
        moe_num_experts=4,
        moe_k=2,
        moe_intermediate_size=16,
        moe_layer_start_index=1,
    ),
    _experts(
        "glm4_moe",
        "Glm4Moe",
        **WIDE,
        n_routed_experts=4,
        num_experts_per_tok=2,
        n_shared_experts=1,
        moe_intermediate_size=16,
        first_k_dense_replace=1,
    ),
    _experts(
        "dots1",
        "Dots1",
        **GROUPED,
        n_routed_experts=4,
        num_experts_per_tok=2,
        n_shared_experts=1,
        moe_intermediate_size=16,
        first_k_dense_replace=1,
    ),
    _experts("hunyuan_moe", "HunYuanMoEV1", **WIDE, num_experts=4, moe_topk=2),
    _experts(
        "minimax",
        "MiniMax",
        **WIDE,
        **LOCAL,
        block_size=4,
        layer_types=["linear_attention", "full_attention"],
    ),
    _experts("llama4", "Llama4", "Llama4TextConfig", **WIDE, num_local_experts=2),
    _experts(
        "longcat_flash",
        "LongcatFlash",
        vocab_size=64,
        hidden_size=16,
        ffn_hidden_size=32,
        expert_ffn_hidden_size=16,
        num_layers=1,
        num_attention_heads=2,
        n_routed_experts=4,
        zero_expert_num=2,
        moe_topk=2,
        head_dim=4,
        kv_lora_rank=8,
        q_lora_rank=8,
        qk_rope_head_dim=4,
        qk_nope_head_dim=8,
        v_head_dim=8,
    ),
)
