import { expect, test } from "vitest";
import type { GraphData, GraphNode, KernelData } from "../src/contract";
import { fused, meant } from "../src/fused";
import { isInName } from "../src/perhaps";
import { isHidden, roleOfOperation, worksOf } from "../src/work";

const FILE = "/unet.py";
const node = (name: string, label: string, line: number, more: Partial<GraphNode> = {}): GraphNode => ({ name, label,
  kind: "operator", type: "", takes: [], parameters: [], module: "", shown: 1, places: [{ file: FILE, line }], bytes: 8, ...more });
const graph = (stage: string, nodes: GraphNode[], backward = false): GraphData =>
  ({ file: `${stage}${backward ? 1 : 0}`, prefix: "p", stage, backward, nodes, saved: [], saved_bytes: 0 });
const kernel = (name: string, of: GraphData, nodes: string[], more: Partial<KernelData> = {}): KernelData => ({ file: "k", kernel: name,
  graph: of.file, nodes, places: [{ file: FILE, line: 28 }], how: "recorded", shown: [nodes.length], calls: 1, launches: [],
  modules: { block: nodes.map((_, at) => at) }, ...more });

// `self.conv1(F.silu(self.norm1(x)).float())`: which node is of which operation is not recorded.
const CAPTURED = graph("Captured_Graph", [node("norm", "group_norm(4)", 28, { owner: "block.norm1" }),
  node("silu_1", "silu", 28, { owner: "block" }), node("float_1", ".float", 28, { owner: "block" }),
  node("h", "conv2d", 28, { owner: "block.conv1" })]);
const SEVERAL = { owner: "block", perhaps: [0, 1, 2] };
const LOWERED = graph("AFTER_POST_GRAD", [node("var_mean", "aten.var_mean", 28, SEVERAL),
  node("getitem", "var_mean[0]", 28, SEVERAL), node("exp", "aten.exp", 28, SEVERAL),
  node("convolution", "aten.convolution", 28, { owner: "block", source: 3 })]);
const BOTH = kernel("cpp_fused_native_group_norm_silu_0", LOWERED, ["var_mean", "exp"]);
const CONV = kernel("extern_kernels.convolution", LOWERED, ["convolution"], { shown: [9] });

test("the name of a kernel says which operations of a line it runs, if all their nodes are there", () => {
  const [found] = fused([BOTH, CONV], new Set(), "silu", "group_norm", [CAPTURED, LOWERED]);
  expect(found?.both).toEqual([BOTH]);
  // The module of the norm is known with it.
  expect(fused([BOTH, CONV], new Set(), "silu", "block.norm1", [CAPTURED, LOWERED])[0]?.both).toEqual([BOTH]);
  const works = worksOf([CAPTURED, LOWERED]);
  expect(works.isFromName(BOTH, "silu")).toBe(false);
  // A cast to the same type has no node.
  expect([works.of(BOTH, "float").length, works.mayRun(BOTH, "float")]).toEqual([0, true]);
});

test("of operations in several kernels only the names of the kernels tell where they are", () => {
  const graphs = [CAPTURED, LOWERED];
  const [norm, act, other] = [kernel("triton_red_fused_native_group_norm_0", LOWERED, ["var_mean"]),
    kernel("triton_poi_fused_native_group_norm_silu_1", LOWERED, ["exp"]), kernel("triton_poi_fused_2", LOWERED, ["exp"])];
  const works = worksOf(graphs);
  expect([norm, act, other].map((one) => works.of(one, "silu").length > 0)).toEqual([false, true, false]);
  expect([norm, act, other].map((one) => works.mayRun(one, "silu"))).toEqual([true, false, true]);
  expect([works.isFromName(act, "silu"), works.isFromName(act, "exp")]).toEqual([true, false]);
  // It may be the norm of another module.
  expect([works.of(act, "block.norm1").length, works.mayRun(act, "block.norm1")]).toEqual([0, true]);
});

test("a module may have operations of a direction whose nodes have only an outer module", () => {
  const behind = graph("Backward_graph", [node("mul_9", "aten.mul", 28, { owner: "block" })], true);
  const graphs = [CAPTURED, LOWERED, behind];
  expect(["block.norm1", "*.conv1", "block.norm2", "block"].map((one) => isHidden(graphs, one, true)))
    .toEqual([true, true, false, true]);
  const other = graph("Backward_graph", [node("mul_9", "aten.mul", 30, { owner: "block" }),
    node("view", "aten.view", 28, { bytes: 0 })], true);
  expect(isHidden([CAPTURED, LOWERED, other], "block.norm1", true)).toBe(false);
});

test("an operation has a role in a direction by the nodes that are or may be of it", () => {
  const roles = (...nodes: GraphNode[]) => ["group_norm", "silu_1", "conv2d", "exp"].map((one) =>
    roleOfOperation([CAPTURED, LOWERED, graph("AFTER_POST_GRAD", nodes, true)], one, true));
  expect(roles(node("back", "aten.convolution_backward", 28, { source: 3 }))).toEqual(["nothing", "nothing", "computes", "nothing"]);
  expect(roles(node("mul", "aten.mul", 28, { perhaps: [0, 1] }), node("v", "aten.view", 28, { source: 3, bytes: 0 })))
    .toEqual(["computes", "computes", "views", "nothing"]);
  expect(roles(node("exp", "aten.exp", 30))).toEqual(["nothing", "nothing", "nothing", "computes"]);
  // A node of their line without known operations may be of any of them, and not of those of other lines.
  expect(roles(node("mul", "aten.mul", 28))).toEqual([undefined, undefined, undefined, "nothing"]);
  expect(roleOfOperation([CAPTURED, LOWERED], "silu", true)).toBeUndefined(); // no backward is recorded
});

test("Fused? takes an operation that only the names of kernels have", () => {
  const softmax = kernel("cpp_fused__safe_softmax_clone_3", LOWERED, ["exp"]);
  const names = { kernels: [softmax, CONV], captured: [], operations: ["exp"], file: "unet.py" };
  expect(["softmax", "F.softmax", "torch.softmax(x)", "max"].map((one) => meant(names, one)))
    .toEqual(["softmax", "softmax", "softmax", "max"]);
  const works = worksOf([CAPTURED, LOWERED]);
  expect([softmax, CONV].map((one) => works.has(one, "softmax"))).toEqual([true, false]);
  expect([works.isFromName(softmax, "softmax"), works.isOnlyInNames("silu"), works.isOnlyInNames("block")]).toEqual([true, false, false]);
  expect(fused([softmax], new Set(), "softmax", "softmax", [CAPTURED, LOWERED])[0]?.inner).toBe("same");
});

test("a name is searched for whole operations, and only in generated kernels", () => {
  expect([["cpp_fused__softmax_0", "softmax"], ["cpp_fused_silu_1", "sil"], ["extern_kernels.mm", "mm"], ["cpp_fused_silu_1", "1"]]
    .map(([name = "", wanted = ""]) => isInName(name, wanted))).toEqual([true, false, false, false]);
});

test("in the backward the name of a captured operation means no other operation's node, and no view", () => {
  const captured = graph("Captured_Graph", [node("cat_1", "torch.cat(1)", 94), node("stack_1", "torch.stack", 44), node("mul_1", "x * y", 44),
    node("mm_1", "torch.mm", 50), node("linear_1", "linear", 51)]);
  const back = graph("Backward_graph", [node("slice_1", "aten.slice.Tensor(1, 0, 16)", 94, { bytes: 0, perhaps: [0] }),
    node("cat_10", "aten.cat(1)", 44, { perhaps: [1, 2] }), node("mul_9", "aten.mul.Tensor", 44, { perhaps: [1, 2] }),
    node("cat_11", "aten.cat(1)", 44), node("mm_9", "aten.mm", 51, { source: 4 }), node("sum_1", "aten.sum", 51, { source: 4 })], true);
  const graphs = [captured, back];
  const [stacked, sliced, called] = [kernel("cpp_fused_stack_17", back, ["cat_10", "mul_9", "cat_11"], { places: [{ file: FILE, line: 44 }] }),
    // The line is in a comment of the generated code, the view is no node of the kernel.
    kernel("cpp_fused_slice_12", back, ["mul_9"], { places: [{ file: FILE, line: 44 }, { file: FILE, line: 94 }], how: "inferred" }),
    kernel("extern_kernels.mm", back, ["mm_9"], { places: [{ file: FILE, line: 51 }], modules: {} })];
  const works = worksOf(graphs);
  const count = (name: string) => [stacked, sliced, called].map((one) => works.of(one, name).length);
  expect(count("cat")).toEqual([0, 0, 0]);
  expect(count("mul")).toEqual([1, 1, 0]);
  expect([count("mm"), count("linear")]).toEqual([[0, 0, 0], [0, 0, 1]]);
  expect(["cat", "mm", "sum"].map((one) => roleOfOperation(graphs, one, true))).toEqual(["views", "nothing", "computes"]);
  expect([count("unet.py:94"), works.isReader(sliced, "unet.py:94")]).toEqual([[0, 0, 0], true]);
});
