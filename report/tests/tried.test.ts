import { expect, test } from "vitest";
import { arrows, partsOf, resultOf, secondsOf, whyOf } from "../src/tried";

test("values before and after have an arrow between them, which code keeps as it is", () => {
  expect(arrows("graph breaks 3 -> 0, 15.1 s -> 18.4 s compiling"))
    .toBe("graph breaks 3\u00a0→\u00a00, 15.1\u00a0s\u00a0→\u00a018.4 s compiling");
  expect(arrows("`loss 1` -> nothing: `def f() -> int`")).toBe("`loss 1` → nothing: `def f() -> int`");
});

test("an edit with which the program crashed fails, and has no times", () => {
  const crashed = { verdict: "harmful", what: "x", line: 1, why: "exit code 1: NameError",
    before: { compile_seconds: 3.8, seconds: 18.9 }, after: { exit_code: 1, compile_seconds: 0.8, seconds: 6.7 } };
  expect([crashed, { ...crashed, verdict: "fails" }].map(resultOf)).toEqual(["fails", "fails"]);
  expect([secondsOf(crashed, "compile_seconds"), secondsOf(crashed, "seconds")]).toEqual(["", ""]);
  expect(resultOf({ ...crashed, after: {} })).toBe("harmful");
});

test("each part of an edit tells its effect, the last one in the column of the edit", () => {
  const parts = [{ what: "a", why: "graph breaks 4 -> 3" }, { what: "b", why: "graph breaks 4 -> 1" }];
  expect(partsOf({ parts })).toEqual([parts[0], { what: "b", why: "" }]);
});

test("an edit without effect has its counts and the edits that it stood on, and no times without Inductor", () => {
  const tried = { verdict: "no effect", what: "x", line: 1, why: "no relevant figure changed (without Inductor)", earlier: 1,
    before: { compile_seconds: 0.8, recompiles: 1, graph_breaks: 0 }, after: { compile_seconds: 0.8, recompiles: 1, graph_breaks: 0 } };
  const data = { totals: { graphs: 1, graph_breaks: 0, recompiles: 6, compile_seconds: 33 } };
  expect(resultOf(tried)).toBe("no effect");
  expect(secondsOf(tried, "compile_seconds")).toBe("");
  expect(whyOf(data, tried))
    .toBe("no relevant figure changed: recompiles 1\u00a0→\u00a01 (without Inductor); measured with the first kept edit");
  expect(whyOf(data, { ...tried, earlier: 2, why: "output differs" })).toBe("output differs; measured with the first 2 kept edits");
  const slower = { ...tried, why: "recompiles 1 -> 0, graph breaks 0 -> 1" };
  expect(resultOf(slower)).toBe("not kept");
});
