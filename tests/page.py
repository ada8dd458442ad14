"""The data that a page holds."""

from __future__ import annotations

import base64
import gzip
import json
import re
from typing import Any

_DATA = re.compile(r'(?s)<script type="application/json" id="data">(.*?)</script>')


def page_data(page: str) -> Any:
    """Returns the data of a page, unpacked."""
    found = _DATA.search(page)
    assert found is not None
    data = json.loads(found[1])
    if "packed" in data:
        data = json.loads(gzip.decompress(base64.b64decode(data["packed"])))
    return data
