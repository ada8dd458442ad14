"""The models of the gallery, by name, and those that are left out."""

from __future__ import annotations

from typing import Dict, Tuple

from gallery.models.decoders import DECODERS
from gallery.models.encoder_decoders import ENCODER_DECODERS
from gallery.models.encoders import ENCODERS
from gallery.models.experts import MIXTURES
from gallery.models.recurrent import RECURRENT
from gallery.models.row import LeftOut, Row, Rows

ROWS: Rows = (
    *DECODERS,
    *ENCODERS,
    *ENCODER_DECODERS,
    *MIXTURES,
    *RECURRENT,
)
MODELS: Dict[str, Row] = {row.name: row for row in ROWS}
LEFT_OUT: Tuple[LeftOut, ...] = ()
if len(MODELS) != len(ROWS):
    msg = "two rows have one name"
    raise ValueError(msg)
