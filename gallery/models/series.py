"""Forecasts of time series, of `transformers`."""

from __future__ import annotations

from typing import Any

from gallery.models.builders import BATCH, hf, noise
from gallery.models.row import Row, Rows

PAST, AHEAD = 16, 4
LAGGED: dict[str, Any] = {
    "prediction_length": AHEAD,
    "context_length": PAST,
    "lags_sequence": [1, 2],
    "num_time_features": 2,
    "d_model": 16,
    "encoder_layers": 1,
    "decoder_layers": 1,
    "encoder_attention_heads": 2,
    "decoder_attention_heads": 2,
    "encoder_ffn_dim": 32,
    "decoder_ffn_dim": 32,
    "encoder_layerdrop": 0.0,
    "decoder_layerdrop": 0.0,
}


def _lagged(name: str, prefix: str, **sizes: object) -> Row:
    length = PAST + 2
    batch = noise(
        past_values=(BATCH, length),
        past_time_features=(BATCH, length, 2),
        past_observed_mask=(BATCH, length),
        future_values=(BATCH, AHEAD),
        future_time_features=(BATCH, AHEAD, 2),
    )
    return Row(
        name,
        "time series",
        "transformers",
        hf(f"{prefix}Config", f"{prefix}ForPrediction", **LAGGED, **sizes),
        batch,
    )


def _patched(name: str, prefix: str, **sizes: object) -> Row:
    make = hf(
        f"{prefix}Config",
        f"{prefix}ForPrediction",
        num_input_channels=2,
        context_length=PAST,
        prediction_length=AHEAD,
        patch_length=4,
        patch_stride=4,
        d_model=16,
        **sizes,
    )
    return Row(
        name,
        "time series",
        "transformers",
        make,
        noise(past_values=(BATCH, PAST, 2), future_values=(BATCH, AHEAD, 2)),
    )


SERIES: Rows = (
    _lagged("time_series_transformer", "TimeSeriesTransformer"),
    _lagged("informer", "Informer", sampling_factor=2),
    _lagged("autoformer", "Autoformer", label_length=8, moving_average=3),
    _patched(
        "patchtst", "PatchTST", num_hidden_layers=2, num_attention_heads=2, ffn_dim=32
    ),
    _patched("patchtsmixer", "PatchTSMixer", num_layers=2),
    Row(
        "timesfm",
        "time series",
        "transformers",
        hf(
            "TimesFmConfig",
            "TimesFmModelForPrediction",
            patch_length=4,
            context_length=16,
            horizon_length=4,
            freq_size=3,
            num_hidden_layers=2,
            hidden_size=16,
            intermediate_size=32,
            head_dim=8,
            num_attention_heads=2,
        ),
        noise(past_values=(BATCH, PAST)),
    ),
)
