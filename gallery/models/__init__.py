"""The models of the gallery, by name, and those that are left out."""

from __future__ import annotations

from gallery.models.decoders import DECODERS
from gallery.models.diffusion import DIFFUSION
from gallery.models.encoder_decoders import ENCODER_DECODERS
from gallery.models.encoders import ENCODERS
from gallery.models.experts import MIXTURES
from gallery.models.libraries import GEOMETRIC, TIMM, TORCHVISION
from gallery.models.multimodal import MULTIMODAL
from gallery.models.plain import OPTIMIZERS, PLAIN
from gallery.models.recurrent import RECURRENT
from gallery.models.row import LeftOut, Row, Rows  # noqa: TC001
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
MODELS: dict[str, Row] = {row.name: row for row in ROWS}
LEFT_OUT: tuple[LeftOut, ...] = ()
if len(MODELS) != len(ROWS):
    raise ValueError("two rows have one name")
