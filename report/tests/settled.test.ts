import { expect, test } from "vitest";
import type { Expected } from "../src/data";
import { positionOf, together } from "../src/settled";
import { secondsOf, triedIn, triedWords, whyOf } from "../src/tried";
import { run } from "./run";

const one: Expected = { subject: "f", what: "`x` varies", edit: "dynamic=True", note: "at a.py:3", seconds: 1 };
const other: Expected = { ...one, subject: "g", what: "`y` varies", seconds: 2 };

test("what one edit of a line avoids is one card", () => {
  const elsewhere = { ...other, note: "at a.py:9" };
  expect(together([one, elsewhere, other])).toEqual([
    { ...one, subject: "f, g", what: "`x` in `f` varies; the same for `y` in `g`", seconds: 3 }, elsewhere]);
  expect([one, elsewhere, other].map((each) => positionOf([one, elsewhere, other], each))).toEqual([0, 1, 0]);
});

test("a card of one function names only the values, and each sentence once", () => {
  const many = [one, { ...one, what: "`y` varies" }, { ...one, what: "torch said so" }];
  expect(together(many)[0]).toMatchObject({ subject: "f", what: "`x` varies; the same for `y`. torch said so" });
});

test("a card for several has the first origin that is known, and how it is known", () => {
  const origin = [{ file: "a.py", line: 7 }];
  expect(together([one, { ...other, origin, origin_how: "seen" }])[0]).toMatchObject({ origin, origin_how: "seen" });
  expect(together([one, other])[0]).not.toHaveProperty("origin");
});

test("a card for several says what the edit avoids elsewhere", () => {
  const elsewhere = "This includes 2 recompiles of `h` for such sizes.";
  const ofCost = { of_cost: "1.0 s of this is also in finding 1 (`k`)." };
  expect(together([one, { ...other, elsewhere, ...ofCost }])[0]).toMatchObject({ elsewhere, ...ofCost });
  expect(together([one, other])[0]).not.toHaveProperty("elsewhere");
});

test("a card for several has each option that may shorten a recompile once", () => {
  const cheaper = "`dynamic=False` may take less time.";
  expect(together([one, { ...other, cheaper }, { ...other, cheaper }])[0]).toMatchObject({ cheaper });
  expect(together([one, other])[0]).not.toHaveProperty("cheaper");
});

test("a card of many functions names the first, and the others below the title", () => {
  const third = { ...one, subject: "h", what: "`z` varies" };
  expect(together([one, other, third])[0]).toMatchObject({ subject: "f and 2 more", what: "`x` in `f` varies",
    also: "The same for `y` in `g`, `z` in `h`" });
});

test("the title is what varies in the program's own call", () => {
  const cause = "`ids.shape[1]` varies: 7, then 12 at a.py:5";
  expect(together([{ ...one, cause }])[0]).toMatchObject({ subject: "f", what: cause, also: "`x` varies" });
  expect(together([{ ...one, cause }, other])[0]).toMatchObject({ subject: "f, g", what: cause,
    also: "`x` in `f` varies; the same for `y` in `g`" });
});

test("advice that is for no line stays apart", () => {
  const mark = { ...one, note: "before the first call at a.py:3" };
  expect(together([mark, { ...mark, what: "`y` varies" }])).toHaveLength(2);
});

test("edits that were tried are told, those without time last", () => {
  const tried = (verdict: string, what: string) => ({ verdict, what, line: 1, why: "" });
  const all = [tried("out of budget", "c"), tried("harmful", "b"), tried("kept", "a")];
  expect(triedIn({ edits: all }).map(({ what }) => what)).toEqual(["a", "b", "c"]);
});

test("what was kept is told with all that changed", () => {
  const lines = ["2 of 9 edits kept: recompiles 18 -> 7, whole run 25.0 s -> 27.1 s", "Not tried: 11 edits."];
  expect(triedWords({ cure_summary: lines }).replaceAll("\u00a0", " ")).toBe(
    "`depyf cure`: 2 of 9 edits kept: recompiles 18 → 7, whole run 25.0 s → 27.1 s. Not tried: 11 edits.");
  expect(triedWords(run())).toBe("");
});

test("an edit that was tried has its seconds, and says which run it is compared with", () => {
  const data = { totals: { ...run().totals, graph_breaks: 7, recompiles: 18 } };
  const tried = { verdict: "kept", what: "x", line: 1, why: "recompiles 18 -> 9",
    before: { graph_breaks: 7, recompiles: 18, compile_seconds: 27.12, seconds: 46.8 },
    after: { recompiles: 9, compile_seconds: 31.5 } };
  expect(secondsOf(tried, "compile_seconds").replaceAll("\u00a0", " ")).toBe("27.1 s → 31.5 s");
  expect(secondsOf(tried, "seconds")).toBe("");
  expect(whyOf(data, tried)).toBe("recompiles 18\u00a0→\u00a09");
  expect(whyOf(data, { ...tried, before: { recompiles: 9 }, why: "nothing" }))
    .toBe("nothing; measured with the edits kept before");
});
