"""The models of the gallery, by name, and those that are left out."""

from __future__ import annotations

from dataclasses import replace

from gallery.models.decoders import DECODERS
from gallery.models.diffusion import DIFFUSION
from gallery.models.encoder_decoders import ENCODER_DECODERS
from gallery.models.encoders import ENCODERS
from gallery.models.experts import MIXTURES
from gallery.models.large import LARGE
from gallery.models.left_out import LEFT_OUT
from gallery.models.libraries import GEOMETRIC, TIMM, TORCHVISION
from gallery.models.multimodal import MULTIMODAL
from gallery.models.plain import OPTIMIZERS, PLAIN
from gallery.models.recurrent import RECURRENT
from gallery.models.row import Row, Rows  # noqa: TC001
from gallery.models.scenes import SCENES
from gallery.models.series import SERIES
from gallery.models.speech import SPEECH
from gallery.models.vision import VISION

ROWS: Rows = (
    *DECODERS,
    *ENCODERS,
    *ENCODER_DECODERS,
    *MIXTURES,
    *RECURRENT,
    *VISION,
    *SCENES,
    *SPEECH,
    *MULTIMODAL,
    *SERIES,
    *DIFFUSION,
    *TIMM,
    *TORCHVISION,
    *GEOMETRIC,
    *PLAIN,
    *OPTIMIZERS,
)


def _fit(row: Row) -> Row:
    if row.name not in LARGE:
        return row
    why = f"{LARGE[row.name]} operators; {row.why}".rstrip("; ")
    return replace(row, backend="aot_eager", why=why)


MODELS: dict[str, Row] = {row.name: _fit(row) for row in ROWS}
__all__ = ["LEFT_OUT", "MODELS"]
if len(MODELS) != len(ROWS):
    raise ValueError("two rows have one name")
