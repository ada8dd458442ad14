import { expect, test } from "vitest";
import { linesNaming, selectionAt, selectionNear, writtenIn } from "../src/fileLines";
import { focused, lit } from "../src/links";
import { contextOf, modelOf } from "../src/model";
import { tiesOf } from "../src/place";
import { callsIn, named } from "../src/web";
import { FILE, HELPER, run, TEXTS } from "./run";

const KERNEL = "__compiled_fn_1.kernel_0.py";
const CAPTURED = "__compiled_fn_1.Captured_Graph.0.py";
const FORWARD = "__compiled_fn_1.Forward_graph.0.py";

function place() {
  const context = contextOf(modelOf(run()), "f0", 0);
  if (context === null) throw new Error("the run has no such frame");
  return context;
}
const ties = () => tiesOf(place());
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

test("of a kernel that is called several times the calls for others stay dark", () => {
  const web = ties();
  const [known] = web.kernels;
  if (known === undefined) throw new Error("the run has no kernel");
  const of = { ...known.of, nodes: ["abs_1", "other"], calls: 3, shown: [3, 9, 12, 15],
    places: [{ file: HELPER, line: 2 }, { file: FILE, line: 20 }],
    launches: [{ line: 9, nodes: [0], places: [0] }, { line: 12, nodes: [1], places: [1] },
      { line: 15, nodes: [], places: [] }] };
  const others = (selection: Parameters<typeof lit>[1]) =>
    [...lit({ ...web, kernels: [{ ...known, of }] }, selection).others.values()].map(numbers);
  expect(others({ kind: "source", file: HELPER, line: 2 })).toEqual([[12, 15]]);
  expect(others({ kind: "source", line: 20 })).toEqual([[9, 15]]);
  expect(others({ kind: "node", file: FORWARD, name: "abs_1" })).toEqual([[12, 15]]);
  expect(others({ kind: "kernel", file: KERNEL, name: "k_abs" })).toEqual([]);
});

test("a guard lights the line that it comes from", () => {
  expect(numbers(lit(ties(), { kind: "guard", at: 0 }).source.get(FILE))).toEqual([4]);
  expect(lit(ties(), { kind: "guard", at: 1 }).source.size).toBe(0);
});

test("lines that name a kernel are found by whole words", () => {
  expect(linesNaming("k_1 = 1\nk_10(k_1)\nk_10()", ["k_1", "k_10"]))
    .toEqual(new Map([["k_1", [1, 2]], ["k_10", [2, 3]]]));
});

test("a function of a library is named with its module, and a launch is a call", () => {
  const text = "extern_kernels.mm(a)\nmm(a)\nk_1.run(a)\nextern_kernels.mm_2(a)";
  expect(linesNaming(text, ["extern_kernels.mm", "k_1"]))
    .toEqual(new Map([["extern_kernels.mm", [1]], ["k_1", [3]]]));
});

test("a line within a kernel's definition belongs to it, one after it does not", () => {
  const { details } = place();
  const written = writtenIn(details, KERNEL, TEXTS.kernel);
  const at = (line: number) => {
    const found = selectionAt(written, KERNEL, TEXTS.kernel, line);
    return found === null ? null : "name" in found && found.name;
  };
  expect([1, 3, 5, 6, 8, 9, 10].map(at))
    .toEqual([null, "k_abs", "k_abs", "k_abs", null, "k_abs", null]);
});

test("a line of a graph's text stands for the node that it makes", () => {
  const { details } = place();
  const graph = details.graph_data?.[0];
  if (graph === undefined) throw new Error("the run has no graph");
  graph.nodes.forEach((node, position) => { node.shown = 10 + position; });
  const written = writtenIn(details, CAPTURED, "");
  expect(selectionAt(written, CAPTURED, "", 11))
    .toEqual({ kind: "node", file: CAPTURED, name: "abs_1" });
  expect(selectionAt(written, CAPTURED, "", 9)).toBeNull();
});

test("of what is selected the innermost line is gone to", () => {
  const at = (selection: Parameters<typeof focused>[1]) =>
    [...focused(ties(), selection)].map(([file, lines]) => [file, ...lines]);
  expect(at({ kind: "node", file: CAPTURED, name: "abs_1" })).toEqual([[HELPER, 2]]);
  expect(at({ kind: "kernel", file: KERNEL, name: "k_abs" })).toEqual([[HELPER, 2]]);
  expect(at({ kind: "source", line: 4 })).toEqual([[FILE, 4]]);
  expect(at({ kind: "node", file: CAPTURED, name: "unknown" })).toEqual([]);
  expect(at(null)).toEqual([]);
});

test("a line between nodes is of the next", () => {
  const written = { kind: "node" as const, lines: new Map([["a", [3]], ["b", [7]]]) };
  const name = (line: number) => {
    const found = selectionNear(written, "g.py", "", line);
    return found?.kind === "node" ? found.name : null;
  };
  expect([1, 3, 4, 7, 8].map(name)).toEqual(["a", "a", "b", "b", null]);
});
