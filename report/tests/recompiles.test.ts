// The table of recompiles: its rows, what is about a function, and the Markdown.
import { expect, test } from "vitest";
import { recompilesMarkdown } from "../src/recompiles/markdown";
import { rowsOf } from "../src/recompiles/rows";
import { findingsOf, savedOf } from "../src/recompiles/rules";
import type { CompilationData } from "../src/recompiles/types";

const GUARDS = [
  { expression: "L['n'] == 0", user_line: { file: "/home/u/toy.py", line: 5, text: "x" } },
];
const FIRST: CompilationData = {
  id: "0/0",
  entry: { index: 0 },
  hits: 3,
  metrics: [{ seconds: 0.25 }, { seconds: 1 }],
  guards: GUARDS,
  guard_groups: [
    { title: "Python values", own: ["n == 0  # toy.py:5: return x + n"], common: ["m"] },
    { title: "torch's own state", own: ["grad"], common: [] },
  ],
};
const SECOND: CompilationData = {
  id: "0/1",
  entry: { index: 1 },
  difference: "as entry 0 but `n: 0 -> 1`",
  recompiled_because: [
    {
      text: "n == 0 (toy.py:5: return x + (n))",
      failed: "0/0",
      detail: "n == 0  # return x + (n)  # /other/toy.py:5 in f",
    },
  ],
};
const REFUSED: CompilationData = {
  id: "0/2",
  recompiled_because: [{ text: "n == 1 (toy.py:5: return x + n)", failed: "0/1" }],
  skipped: "Unsupported: Dynamo recompile limit exceeded. More.",
};
const ROWS = rowsOf([FIRST, SECOND, REFUSED]);

test("an entry accepts its own conditions; torch's state of a single entry is told only where it is all", () => {
  expect(ROWS[0]?.accepts).toEqual(["n == 0"]);
  const state = { title: "torch's own state", own: ["grad"], common: [] };
  expect(rowsOf([{ ...FIRST, guard_groups: [state] }])[0]?.accepts).toEqual(["grad"]);
});

test("torch's state that not all entries have is among the conditions of each", () => {
  const state = (own: string) => ({ title: "torch's own state", own: [own], common: [] });
  const value = { title: "Python values", own: ["n == 0"], common: [] };
  const rows = rowsOf([{ ...FIRST, guard_groups: [value, state("grad")] }, { ...SECOND, guard_groups: [value, state("no grad")] }]);
  expect(rows.map(({ accepts }) => accepts)).toEqual([["n == 0", "grad"], ["n == 0", "no grad"]]);
});

test("a value that crosses a graph break has the same name in each column", () => {
  const group = { title: "Python values", own: ["___stack3 == 0.5"], common: [] };
  const row = { ...FIRST, guard_groups: [group], stack_names: { ___stack3: "result 4 of a.py:7" } };
  expect(rowsOf([row])[0]?.accepts).toEqual(["result 4 of a.py:7 == 0.5"]);
});

test("that a global of a module is itself is nothing that an entry accepts", () => {
  const group = { title: "objects", own: ["m.torch.Tensor is _…_c0.Tensor", "m.A is _…_c0.B"], common: [] };
  expect(rowsOf([{ ...FIRST, guard_groups: [group] }])[0]?.accepts).toEqual(["m.A is _…_c0.B"]);
});

test("seconds are those of forward and backward, calls are as counted", () => {
  expect([ROWS[0]?.seconds, ROWS[0]?.hits]).toEqual([1.25, 3]);
  expect([ROWS[1]?.seconds, ROWS[1]?.hits]).toEqual([null, null]);
});

test("a failed guard is of the entry that torch names, and the place of its own words", () => {
  expect(ROWS[1]?.failed).toEqual([
    {
      text: "n == 0",
      entry: "entry 0",
      place: { file: "/other/toy.py", line: 5 },
      code: "return x + (n)",
    },
  ]);
});

test("where torch's words have no file, guards tell it", () => {
  expect(ROWS[2]?.failed[0]?.place).toEqual({ file: "/home/u/toy.py", line: 5 });
});

test("a reason without a place stays whole", () => {
  const text = "tensor 'x' size mismatch at index 0. expected 10, actual 8";
  const [row] = rowsOf([{ id: "0/1", recompiled_because: [{ text }] }]);
  expect(row?.failed).toEqual([{ text, entry: "", place: null, code: "" }]);
});

test("the limit of entries is told as such, other refusals are not", () => {
  expect(ROWS.map(({ outcome }) => outcome)).toEqual(["entry", "entry", "limit"]);
  expect(rowsOf([{ id: "0/0", skipped: "no tensors" }])[0]?.outcome).toBe("skipped");
});

test("only findings on recompiles of this function are shown", () => {
  const findings = [
    { rule: "varying-argument", subject: "f", title: "", what: "1", why: "" },
    { rule: "varying-argument", subject: "g", title: "", what: "2", why: "" },
    { rule: "branch-on-tensor", subject: "f", title: "", what: "3", why: "" },
  ];
  const frame = { id: "f0", co_name: "forward", title: "f" };
  expect(findingsOf(findings, ["varying-argument"], frame).map(({ what }) => what)).toEqual(["1"]);
});

test("the Markdown is a table that code of any kind does not break", () => {
  const text = recompilesMarkdown(
    "f",
    [{ ...ROWS[0]!, accepts: ["a | b", "x == '`'", "two\nlines"] }, ROWS[2]!],
    [{ rule: "r", subject: "f", title: "", what: "is <b>bold</b> for `n`", why: "",
      edit: "n = 1" }],
  );
  const rows = text.split("\n").filter((line) => line.startsWith("|"));
  const bars = rows.map((line) => line.replace(/\\\|/g, "").split("|").length);
  expect(new Set(bars)).toEqual(new Set([7]));
  expect(rows[2]).toContain("`a \\| b`, `` x == '`' ``, `two lines`");
  expect(rows[3]).toContain("refused: limit (0/2)");
  expect(text).toContain("- is \\<b\\>bold\\</b\\> for `n`; change: `n = 1`");
});

test("what could have been saved is told of the function that it is about", () => {
  const told = [
    { subject: "toy", what: "`x` has other sizes", edit: "mark(x)", seconds: 1.25 },
    { subject: "toy", what: "has size 0 or 1 in some calls" },
    { subject: "other", what: "`y` has other sizes", edit: "mark(y)" },
  ];
  const saved = savedOf(told, { id: "f0", co_name: "toy" });
  expect(saved.map(({ edit }) => edit)).toEqual(["mark(x)"]);
  const wrapped = { id: "f0", co_name: "wrapper", owners: ["toy"] };
  expect(savedOf(told, wrapped)).toEqual(saved);
  expect(recompilesMarkdown("toy", ROWS, [], saved))
    .toContain("- `x` has other sizes; avoid it: `mark(x)`");
});

test("a row says what its symbols stand for", () => {
  const sizes = ["sizes that may vary: `s0` = `x.size()[0]`"];
  expect(rowsOf([{ ...FIRST, sizes }])[0]?.sizes).toEqual(sizes);
});
