// @vitest-environment happy-dom
// A node names the kernels of its operation; those of its line are said to be no more.
import { render } from "preact";
import { expect, test } from "vitest";
import type { GraphNode, KernelData } from "../src/contract";
import { lit } from "../src/links";
import { contextOf, modelOf } from "../src/model";
import { placeOf } from "../src/place";
import { HOME, type Selection } from "../src/state";
import { Told } from "../src/ui/Told";
import { named, webOf } from "../src/web";
import { run } from "./run";

const FILE = "/p/net.py";
const CAPTURED = "fn.Captured_Graph.0.py";
const FORWARD = "fn.Forward_graph.0.py";
const BACKWARD = "fn.Backward_graph.0.py";

const node = (name: string, source?: number): GraphNode => ({ name, kind: "operator", label: name,
  type: "f32[2]", bytes: 8, takes: [], parameters: [], module: "", shown: 1, places: [{ file: FILE, line: 5 }],
  ...(source === undefined ? {} : { source }) });
const graph = (file: string, stage: string, backward: boolean, nodes: GraphNode[]) =>
  ({ file, prefix: "fn", stage, backward, nodes, saved: [], saved_bytes: 0 });
const GRAPHS = [
  graph(CAPTURED, "Captured_Graph", false, [node("linear"), node("silu")]),
  graph(FORWARD, "Forward_graph", false, [node("addmm", 0), node("sigmoid", 1), node("mul", 1)]),
  graph(BACKWARD, "Backward_graph", true, [node("mm"), node("mul_1"), node("sum_1", 0)]),
];
const kernel = (file: string, name: string, of: string, nodes: string[]): KernelData => ({ file, kernel: name,
  graph: of, nodes, places: [{ file: FILE, line: 5 }], how: "recorded", shown: [1], calls: 1, launches: [], modules: {} });
const KERNELS = [kernel("k0.py", "extern_kernels.addmm", FORWARD, ["addmm"]),
  kernel("k0.py", "cpp_fused_0", FORWARD, ["sigmoid", "mul"]),
  kernel("k1.py", "extern_kernels.mm", BACKWARD, ["mm"]), kernel("k1.py", "cpp_fused_1", BACKWARD, ["sum_1"])];
const web = webOf({ file: FILE, text: "", lines: {}, graphs: GRAPHS, kernels: KERNELS, guards: [] });
const found = (selection: Selection) => lit(web, selection);
const of = (name: string) => found({ kind: "node", file: CAPTURED, name });

test("an operation lights the nodes and the kernels that it became, and no others of its line", () => {
  expect([...of("linear").kernels]).toEqual(["k0.py:extern_kernels.addmm", "k1.py:cpp_fused_1"]);
  expect([...of("linear").nodes]).toEqual([named(CAPTURED, "linear"), named(FORWARD, "addmm"), named(BACKWARD, "sum_1")]);
});

test("of a direction in which nothing is certain, the kernels are those of the line", () => {
  expect([...of("silu").kernels]).toEqual(["k0.py:cpp_fused_0"]);
  expect([...of("silu").ofLine]).toEqual(["k1.py:extern_kernels.mm"]);
  expect([...of("linear").ofLine]).toEqual([]);
});

test("a kernel marks only operations that it contains", () => {
  expect([...found({ kind: "kernel", file: "k0.py", name: "cpp_fused_0" }).nodes])
    .toEqual([named(FORWARD, "sigmoid"), named(FORWARD, "mul"), named(CAPTURED, "silu")]);
  expect([...found({ kind: "kernel", file: "k1.py", name: "extern_kernels.mm" }).nodes]).toEqual([named(BACKWARD, "mm")]);
});

test("the row says where only the line is known", () => {
  const data = run();
  const details = data.details.f0?.compilations[0];
  const compilation = data.frames[0]?.compilations?.[0];
  if (details === undefined || compilation === undefined) throw new Error("the run has no such entry");
  details.graph_data = GRAPHS;
  details.kernel_data = KERNELS;
  const file = (one: string, backward: boolean) => ({ prefix: "fn", full_name: "fn", file: one, backward,
    language: "cpp", names: [], origins: [] });
  compilation.kernels = [file("k0.py", false), file("k1.py", true)];
  const model = modelOf(data);
  const selection = { kind: "node", file: CAPTURED, name: "silu" } as const;
  const place = placeOf(model, { state: { ...HOME, frame: "f0", panel: "code", selection }, pointed: null });
  const context = contextOf(model, "f0", 0);
  if (context === null) throw new Error("the run has no such frame");
  const root = document.createElement("div");
  render(<Told place={{ ...place, context }} panes={[]} />, root);
  expect(root.querySelector(".says")?.textContent).toContain(
    "in cpp_fused_0; backward: not known; its line, net.py:5, is in extern_kernels.mm");
});
