import { expect, test } from "vitest";
import type { GraphData, GraphNode, KernelData } from "../src/contract";
import { lit } from "../src/links";
import { viewsRead } from "../src/readViews";
import { named, webOf } from "../src/web";
import { worksOf } from "../src/work";

const node = (name: string, line: number, takes: number[], bytes: number): GraphNode => ({ name, kind: "operator",
  label: name, type: "", takes, parameters: [], module: "", shown: 1, places: [{ file: "/m.py", line }], bytes });
const FILE = "g.AFTER_POST_GRAD.0.py";
// `a, b = f(x).chunk(2)` in line 11, `a - b` in line 12: the buffers of the kernel have no view.
const graph = { file: FILE, prefix: "g", stage: "AFTER_POST_GRAD", backward: false, nodes: [
  node("convolution", 10, [], 64), node("split", 11, [0], 0), node("getitem", 11, [1], 0),
  node("getitem_1", 11, [1], 0), node("sub", 12, [2, 3], 32), node("other", 13, [0], 64)] } as unknown as GraphData;
const kernel = (name: string, ...nodes: string[]): KernelData => ({ file: "k.py", kernel: name, graph: FILE, nodes,
  places: [{ file: "/m.py", line: name === "k_sub" ? 12 : 13 }], how: "buffers", shown: [1], calls: 1, launches: [], modules: {} });
const kernels = [kernel("k_sub", "sub"), kernel("k_other", "other")];

test("a kernel reads values through views that are not among its nodes", () => {
  expect(viewsRead(graph, ["sub"]).map(({ name }) => name)).toEqual(["split", "getitem", "getitem_1"]);
  expect(viewsRead(graph, ["other"])).toEqual([]);
});

test("a line of views lights the kernels that read through them, as readers", () => {
  const web = webOf({ file: "/m.py", text: "", lines: {}, graphs: [graph], kernels, guards: [] });
  expect([...lit(web, { kind: "source", line: 11 }).kernels]).toEqual([named("k.py", "k_sub")]);
  const isReader = (line: number) => kernels.map((one) => worksOf([graph]).isReader(one, `m.py:${line}`));
  expect([11, 12, 10].map(isReader)).toEqual([[true, false], [false, false], [false, false]]);
});

test("a size that a view gets is no view: a kernel does not read the line that computes it", () => {
  const size = { ...node("mul", 15, [], 0), type: "Sym(s0*s1)" };
  const sized = { ...graph, nodes: [node("convolution", 10, [], 64), size,
    node("view", 16, [0, 1], 0), node("other_view", 17, [0], 0), { ...node("size", 18, [3], 0), type: "Sym(s0)" },
    node("reshape", 19, [0, 4], 0), node("sum", 20, [2, 5, 1], 4)] } as unknown as GraphData;
  expect(viewsRead(sized, ["sum"]).map(({ name }) => name)).toEqual(["view", "reshape"]);
});
