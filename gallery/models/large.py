"""Rows whose graphs Inductor would compile for minutes."""

from __future__ import annotations

# The number of operators of a call, in evaluation. Where it is above 400, the gallery
# lets AOTAutograd run without Inductor.
LARGE = {
    "gemma3n": 532,
    "longformer": 438,
    "big_bird": 669,
    "ibert": 1382,
    "switch_transformers": 404,
    "bigbird_pegasus": 432,
    "t5gemma": 669,
    "zamba": 1086,
    "falcon_h1": 423,
    "rwkv": 611,
    "qwen3_next": 407,
    "kimi_linear": 1092,
    "encodec": 525,
    "mimi": 406,
    "autoformer": 502,
    "timm_ghostnet": 401,
}
