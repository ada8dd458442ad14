"""What two releases' records differ in, as who supports the next torch sees it."""

from __future__ import annotations

import json

from tests.torch.changed_records import main

HEAD = "V0331 17:02:11.123456 4711 torch/_dynamo/some.py:12] "


def log(folder, *records):
    lines = [f"{HEAD}{json.dumps(about)}\n\t{body}\n" for about, body in records]
    folder.mkdir()
    (folder / "dedicated_log.log").write_text("".join(lines), encoding="utf-8")
    return str(folder)


def test_names_fields_and_keys_of_one_log_alone_are_told(tmp_path, capsys):
    same = {"dynamo_start": {"stack": []}, "frame_id": 0}
    before = log(tmp_path / "old", (same, ""), ({"create_symbol": {"val": "4"}}, ""))
    after = log(
        tmp_path / "new",
        (same, ""),
        ({"create_symbol": {"hint": "4"}, "process_group": "x"}, ""),
        ({"artifact": {"name": "autotune_17", "encoding": "json"}}, '{"best": 1}'),
        ({"artifact": {"name": "torch_version", "encoding": "json"}}, "{}"),
    )
    assert main([before, after]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "new   (every record) process_group  (1 records)",
        "new   artifact:autotune_N  (1 records; no row reads it)",
        "new   artifact:torch_version  (1 records; dropped)",
        "new   create_symbol .hint  (1 records)",
        "gone  create_symbol .val  (1 records)",
    ]
    assert main([before, before]) == 0
    assert capsys.readouterr().out == "no difference\n"


def test_journals_are_compared_by_their_events(tmp_path, capsys):
    before, after = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    before.write_text('{"kind": "hits", "hits": 1}\n', encoding="utf-8")
    after.write_text('{"kind": "hits"}\n{"kind": "note"}\n', encoding="utf-8")
    assert main([str(before), str(after)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "gone  hits .hits  (1 records)",
        "new   note  (1 records)",
    ]
