"""The rules for breaks with a cause that has its own module, in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.borrowed_methods import BORROWED_METHOD
from depyf.model.findings.class_statements import CLASS_STATEMENT
from depyf.model.findings.contexts import TIMER
from depyf.model.findings.data_stores import DATA_STORE
from depyf.model.findings.fake_signatures import FAKE_SIGNATURE
from depyf.model.findings.hooks_inside import HOOKS_INSIDE
from depyf.model.findings.lazy_attributes import LAZY_BREAK
from depyf.model.findings.library_checks import LIBRARY_CHECK
from depyf.model.findings.missing_fakes import MISSING_FAKE
from depyf.model.findings.namespaces import CREATED_NAMESPACE
from depyf.model.findings.number_buffers import NUMBER_BUFFER
from depyf.model.findings.packed_sizes import PACKED_SIZES
from depyf.model.findings.sort_keys import SORTED_BY_TENSOR

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.rule import Rule

SPECIAL_BREAKS: tuple[Rule[Break], ...] = (
    TIMER,
    LAZY_BREAK,
    LIBRARY_CHECK,
    NUMBER_BUFFER,
    PACKED_SIZES,
    CLASS_STATEMENT,
    MISSING_FAKE,
    FAKE_SIGNATURE,
    HOOKS_INSIDE,
    BORROWED_METHOD,
    CREATED_NAMESPACE,
    DATA_STORE,
    SORTED_BY_TENSOR,
)
