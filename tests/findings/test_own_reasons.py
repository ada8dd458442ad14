"""Why code recompiles that torch compiles separately because of a graph break."""

from __future__ import annotations

from depyf.model.findings import findings
from depyf.model.findings.own_reasons import own_reasons
from depyf.render.page_data import page_parts
from depyf.render.run_texts import RunTexts

from .test_recorded import recorded


def test_a_size_that_varies_in_code_after_a_break_is_named_with_its_edit():
    run = recorded("suppression_loop")
    (of_break,) = findings(run).findings
    size, one = own_reasons(run)
    assert {*size.compilations, *one.compilations} <= {*of_break.compilations}
    assert size.what == "`boxes.shape[0]` varies; torch made it dynamic in entry 1"
    assert size.edit == "torch.compile(..., dynamic=True)"
    assert one.what.startswith("`boxes.shape[0]` is 1 in some calls")


def test_a_cause_that_has_a_finding_is_not_told_again():
    run = recorded("static_options")
    assert findings(run).findings
    assert not [*own_reasons(run)]


def test_the_page_has_the_causes_with_the_ids_of_their_compilations():
    made = RunTexts(recorded("suppression_loop"))
    ties = page_parts(made)["base"]["recompiles"]
    assert [one["compilations"] for one in ties["behind_others"]] == [["1/1"], ["1/2"]]
    assert "edit" not in ties["behind_others"][1]
