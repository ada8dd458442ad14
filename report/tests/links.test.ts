import { expect, test } from "vitest";
import { kernelOfLine, kernelsByLine } from "../src/kernelLines";
import { lit } from "../src/links";
import { contextOf, modelOf } from "../src/model";
import { tiesOf } from "../src/place";
import { callsIn, named } from "../src/web";
import { FILE, HELPER, run, TEXTS } from "./run";

const KERNEL = "__compiled_fn_1.kernel_0.py";
const CAPTURED = "__compiled_fn_1.Captured_Graph.0.py";
const FORWARD = "__compiled_fn_1.Forward_graph.0.py";

function ties() {
  const context = contextOf(modelOf(run()), "f0", 0);
  if (context === null) throw new Error("the run has no such frame");
  return tiesOf(context);
}
const numbers = (lines: ReadonlySet<number> | undefined) => [...(lines ?? [])];

test("a line calls a graph that it calls by its whole name", () => {
  const text = "a = 1\nb = __compiled_fn_1(a)\nf = __compiled_fn_1\n__compiled_fn_10(x)";
  expect([...callsIn(text, ["__compiled_fn_1"])]).toEqual([[2, ["__compiled_fn_1"]]]);
});

test("a line that calls a graph lights all of it", () => {
  const found = lit(ties(), { kind: "shown", line: 2 });
  expect(numbers(found.source.get(FILE))).toEqual([4, 5]);
  expect(found.nodes.size).toBe(6);
  expect([...found.kernels]).toEqual([named(KERNEL, "k_abs")]);
});

test("a node lights the same node of other stages, its line and its kernel", () => {
  const found = lit(ties(), { kind: "node", file: CAPTURED, name: "abs_1" });
  expect([...found.nodes]).toEqual([named(CAPTURED, "abs_1"), named(FORWARD, "abs_1")]);
  expect(numbers(found.source.get(HELPER))).toEqual([2]);
  expect([...found.kernels]).toEqual([named(KERNEL, "k_abs")]);
});

test("a node without its like by name lights all of its line", () => {
  const found = lit(ties(), { kind: "node", file: CAPTURED, name: "lt" });
  expect([...found.nodes]).toEqual([named(CAPTURED, "lt"), named(FORWARD, "less")]);
  expect(found.kernels.size).toBe(0);
});

test("an input comes from no line, and is the input of other stages", () => {
  const found = lit(ties(), { kind: "node", file: FORWARD, name: "a" });
  expect([...found.nodes]).toEqual([named(FORWARD, "a"), named(CAPTURED, "a")]);
  expect(found.source.size).toBe(0);
});

test("a line lights its transformed line, kernels and guards", () => {
  const found = lit(ties(), { kind: "source", line: 4 });
  expect(numbers(found.source.get(FILE))).toEqual([4]);
  expect(numbers(found.shown)).toEqual([2]);
  expect([...found.kernels]).toEqual([named(KERNEL, "k_abs")]);
  expect([...found.guards]).toEqual([0]);
});

test("a line of a captured function lights its kernel, and no line of another file", () => {
  const found = lit(ties(), { kind: "source", file: HELPER, line: 2 });
  expect([...found.kernels]).toEqual([named(KERNEL, "k_abs")]);
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

test("a line within a kernel's definition belongs to it, one after it does not", () => {
  const kernels = run().details["f0"]?.compilations[0]?.kernel_data ?? [];
  const at = (line: number) =>
    kernelOfLine(TEXTS.kernel.split("\n"), kernelsByLine(kernels), line);
  expect([1, 3, 5, 6, 8, 9, 10].map(at))
    .toEqual([null, "k_abs", "k_abs", "k_abs", null, "k_abs", null]);
});
