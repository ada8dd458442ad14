import { expect, test } from "vitest";
import { arrows, partsOf, resultOf, secondsOf } from "../src/tried";

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
