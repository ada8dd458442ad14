import { expect, test } from "vitest";
import { kernelOfLine, lit, linesNaming, named, toSource } from "../src/links";
import { contextOf, modelOf } from "../src/model";
import { tiesOf } from "../src/place";
import { FILE, HELPER, run, TEXTS } from "./run";

const KERNEL = "__compiled_fn_1.kernel_0.py";

function ties() {
  const context = contextOf(modelOf(run()), "f0", 0);
  if (context === null) throw new Error("the run has no such frame");
  return tiesOf(context);
}
const numbers = (lines: ReadonlySet<number> | undefined) => [...(lines ?? [])];

test("a call of a graph stands for the lines it captured, others for what was told", () => {
  const found = toSource("a = 1\nb = __compiled_fn_1(a)\n", ["__compiled_fn_1"], [4, 5],
    { 1: [3], 2: [5, 9] });
  expect([...found]).toEqual([[2, [4, 5, 9]], [1, [3]]]);
});

test("the name of a graph alone is no call of it", () => {
  expect(toSource("f = __compiled_fn_1\n__compiled_fn_10(x)", ["__compiled_fn_1"], [4], {})
    .size).toBe(0);
});

test("a line lights its transformed line, kernels and guards", () => {
  const found = lit(ties(), { kind: "source", line: 4 });
  expect(numbers(found.source.get(FILE))).toEqual([4]);
  expect(numbers(found.shown)).toEqual([2]);
  expect([...found.kernels]).toEqual([named(KERNEL, "k_abs")]);
  expect([...found.guards]).toEqual([0]);
});

test("a line of a captured function lights its kernel, and no line of the other file", () => {
  const found = lit(ties(), { kind: "source", file: HELPER, line: 2 });
  expect([...found.kernels]).toEqual([named(KERNEL, "k_abs")]);
  expect(numbers(found.shown)).toEqual([]);
  expect(found.source.has(FILE)).toBe(false);
});

test("links lead back: from transformed line and kernel to lines", () => {
  expect(numbers(lit(ties(), { kind: "shown", line: 3 }).source.get(FILE))).toEqual([6]);
  const found = lit(ties(), { kind: "kernel", file: KERNEL, name: "k_abs" });
  expect(numbers(found.source.get(FILE))).toEqual([4]);
  expect(numbers(found.source.get(HELPER))).toEqual([2]);
  expect(numbers(found.shown)).toEqual([2]);
});

test("a guard lights the line that it comes from", () => {
  expect(numbers(lit(ties(), { kind: "guard", at: 0 }).source.get(FILE))).toEqual([4]);
  expect(lit(ties(), { kind: "guard", at: 1 }).source.size).toBe(0);
});

test("lines that name a kernel are found by whole words", () => {
  expect(linesNaming("k_1 = 1\nk_10(k_1)\nk_10()", ["k_1", "k_10"]))
    .toEqual(new Map([["k_1", [1, 2]], ["k_10", [2, 3]]]));
});

test("a line within a kernel's definition belongs to it, one after it does not", () => {
  const at = (line: number) => kernelOfLine(TEXTS.kernel, ["k_abs"], line);
  expect([1, 3, 5, 6, 8, 9, 10].map(at))
    .toEqual([null, "k_abs", "k_abs", "k_abs", null, "k_abs", null]);
});
