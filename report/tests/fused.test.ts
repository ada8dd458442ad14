import { expect, test } from "vitest";
import type { GraphData, KernelData } from "../src/contract";
import { callsApart, choices, copiedBy, examples, fused, isOf, isOfFirst, meant, modulesNamed, nearestKnown, nearTo, operatorsOf, shortName } from "../src/fused";
import { libraryCall, operationsIn } from "../src/operationNames";
import { folded } from "../src/panels/kernels";
import { isOnlyViews, isView, roleOf, worksOf } from "../src/work";

const kernel = (name: string, module: string, line: number, ...shown: number[]): KernelData =>
  ({ file: "k.py", kernel: name, graph: null, nodes: [], places: [{ file: "/m.py", line }],
    how: "recorded", shown, calls: shown.length, launches: [], modules: { [module]: [] } });
const norm = kernel("cpp_fused_norm_0", "layers[0].norm", 3, 10);
const mm = kernel("extern_kernels.mm", "layers[0].mlp", 4, 11, 20);
const act = kernel("cpp_fused_silu_1", "layers[0].mlp.act", 5, 12);

test("what is between two kernels is told by the order of their calls", () => {
  expect(fused([norm, mm, act], new Set(), "layers[0].norm", "m.py:5"))
    .toEqual([{ backward: false, both: [], first: [norm], second: [act], between: [mm],
      isExact: true, isPart: false }]);
});

test("a module stands for those in it, and never for one with a longer name", () => {
  expect(isOf(act, "layers[0].mlp")).toBe(true);
  expect(isOf(act, "layers")).toBe(true);
  expect(nearestKnown([norm, act], "layers[0].mlp.act.fn")).toBe("layers[0].mlp.act");
  expect(nearestKnown([norm, act], "head")).toBeUndefined();
  // Kernels of some of its parts are none of it as a whole.
  expect(nearestKnown([norm, act], "layers[0].other")).toBeUndefined();
  expect(isOf(act, "layers[0].m")).toBe(false);
  expect(fused([norm, mm, act], new Set(), "layers[0]", "m.py:5")[0]?.both).toEqual([act]);
  expect(choices([norm])).toEqual(["layers", "layers[0]", "layers[0].norm", "m.py:3"]);
});

test("a bare number is a line of the shown file, or of the only file that has it", () => {
  const far = { ...act, places: [{ file: "/far.py", line: 8 }] };
  const captured = [{ file: "/other.py", lines: "20-21", nodes: 1 }];
  const names = { kernels: [norm, far], captured, operations: [], file: "m.py" };
  expect(["3", "8", "9", "21", "layers[0]"].map((typed) => meant(names, typed)))
    .toEqual(["m.py:3", "far.py:8", "m.py:9", "other.py:21", "layers[0]"]);
  expect(examples([norm, act])).toEqual(["layers[0].mlp.act", "m.py:3"]);
});

test("Fused? takes a module's path as PyTorch prints it, or its end if only one has it", () => {
  const names = { kernels: [norm, mm, act], captured: [], operations: [], file: "m.py" };
  expect(["layers.0.norm", "_orig_mod.layers.0.mlp.act", "self.layers.0", "mlp.act", "layers.7.x", "head.0"]
    .map((typed) => meant(names, typed))).toEqual(["layers[0].norm", "layers[0].mlp.act",
    "layers[0]", "layers[0].mlp.act", "layers[7].x", "head.0"]);
  const twice = { ...names, kernels: [norm, { ...norm, modules: { "layers[1].norm": [] } }] };
  // A name of several modules stands for all of them.
  expect(["norm", "self.norm"].map((typed) => meant(twice, typed))).toEqual(["*.norm", "*.norm"]);
  expect(twice.kernels.map((one) => isOf(one, "*.norm"))).toEqual([true, true]);
  expect([act, mm].some((one) => isOf(one, "*.norm") || isOf(one, "*.rm"))).toBe(false);
  expect(modulesNamed(twice.kernels, "*.norm")).toEqual(["layers[0].norm", "layers[1].norm"]);
  expect(modulesNamed(twice.kernels, "norm")).toEqual([]);
  expect(meant({ ...twice, operations: ["norm"] }, "norm")).toBe("norm"); // all such operations
});

test("Fused? takes a function or a class where only one has that name", () => {
  const at = (name: string, lines: string) => ({ file: "/m.py", lines, function: name, nodes: 1 });
  const names = { kernels: [norm, mm, act], operations: [], file: "m.py", captured: [at("Norm.forward", "2-3"),
    at("Mlp.forward", "4, 6"), at("Gate.forward", "8"), at("Gate.extra", "9"), at("rotate", "5")] };
  expect(["Norm", "Norm.forward", "Mlp", "rotate", "Gate", "forward"].map((typed) =>
    meant(names, typed))).toEqual(["m.py:2-3", "m.py:2-3", "m.py:4, 6", "m.py:5", "Gate", "forward"]);
  expect([norm, mm, act].filter((one) => isOf(one, "m.py:2-3"))).toEqual([norm]);
  expect([norm, mm, act].filter((one) => isOf(one, "m.py:4, 6"))).toEqual([mm]);
  expect(nearTo(names, [], "NORM")).toEqual(["layers[0].norm", "Norm.forward"]);
  const graph = { file: "g", prefix: "p", stage: "s", backward: false, saved: [], saved_bytes: 0,
    nodes: [{ name: "x", kind: "operator", label: "softmax(-1)", type: "", takes: [], parameters: [],
      module: "", shown: 1, places: [{ file: "/m.py", line: 5 }] }] } as GraphData;
  expect(nearTo(names, [graph], "softmax")).toEqual(["m.py:5"]);
});

test("Fused? takes a name in upper or lower case, as the search does, if only one thing has it", () => {
  const at = (name: string, lines: string) => ({ file: "/m.py", lines, function: name, nodes: 1 });
  const names = { kernels: [norm, mm, act, kernel("cpp_fused__softmax_7", "head", 9, 30)], operations: ["silu", "gate"], file: "m.py",
    captured: [at("Attention.forward", "2-3"), at("Mlp.forward", "4"), at("Gate.forward", "8"), at("Twice.one", "5"), at("Twice.two", "6")] };
  expect(["attention", "attention.forward", "Layers.0.MLP", "F.SiLU", "Softmax", "mlp.ACT", "M.py:4"].map((one) => meant(names, one)))
    .toEqual(["m.py:2-3", "m.py:2-3", "layers[0].mlp", "silu", "softmax", "layers[0].mlp.act", "m.py:4"]);
  // What is written so is meant: the module of the class, the operation.
  expect(["mlp", "gate", "Gate"].map((one) => meant(names, one))).toEqual(["layers[0].mlp", "gate", "m.py:8"]);
  // Several functions, or a function and an operation, may be meant.
  expect(["twice", "FORWARD", "GATE", "MLP"].map((one) => meant(names, one))).toEqual(["twice", "FORWARD", "GATE", "MLP"]);
});

test("Fused? offers operations that a kernel runs for a part of their name, beside modules", () => {
  const names = { kernels: [norm, mm, act], operations: ["silu", "silent", "normed", "norm"], file: "m.py", captured: [] };
  expect(nearTo(names, [], "sil")).toEqual(["silu"]); // no kernel runs `silent`
  expect(nearTo(names, [], "NORM")).toEqual(["layers[0].norm", "norm"]);
  const many = { ...names, kernels: [norm, ...[1, 2, 3].map((at) => kernel("k", `layers[${at}].norm`, at, at))] };
  expect(nearTo(many, [], "norm")).toEqual(["layers[0].norm", "layers[1].norm", "norm"]);
});

test("nothing is said to run between calls of which it is not known which are meant", () => {
  const guessed = { ...norm, how: "inferred" };
  const often = { ...act, shown: [12, 30], calls: 2 };
  const exact = (...all: KernelData[]) =>
    fused(all, new Set(), "layers[0].norm", "m.py:5").map((one) => [one.isExact, one.isPart]);
  expect(exact(norm, act)).toEqual([[true, false]]);
  expect(exact(guessed, act)).toEqual([[false, false]]);
  expect(exact(norm, often)).toEqual([[false, false]]);
  expect(exact(norm, { ...norm, kernel: "again", shown: [2] }, act)).toEqual([[true, true]]);
});

test("of several layers the calls of one layer are compared, not the nearest of two", () => {
  const layers = (name: string, own: string, line: number, ...shown: number[]): KernelData =>
    ({ ...kernel(name, "", line, ...shown), nodes: shown.map((at) => `n${line}_${at}`),
      modules: Object.fromEntries(shown.map((_, at) => [`layers[${at}].${own}`, [at]])),
      launches: shown.map((at, number) => ({ line: at, nodes: [number], places: [0] })) });
  const softmax = layers("cpp_fused_softmax_3", "mlp.gate", 3, 10, 22);
  const division = layers("cpp_fused_div_6", "mlp.gate", 5, 20, 40);
  const [found] = fused([softmax, division], new Set(), "m.py:3", "m.py:5", [
    { ...graphWith(...[10, 22].map((at) => [`n3_${at}`, "aten.exp.default(x)", 3, 8] as const),
      ...[20, 40].map((at) => [`n5_${at}`, "aten.div.Tensor(x)", 5, 8] as const)) }]);
  expect([found?.first[0]?.call, found?.second[0]?.call]).toEqual([1, 1]);
});

test("of modules that share no layer the calls with the fewest calls between are nearest", () => {
  const at = (name: string, module: string, line: number, ...shown: number[]) => ({ ...kernel(name, module, line, ...shown),
    nodes: shown.map((one) => `${name}${one}`), modules: { [module]: [0] } });
  // That two are in the encoder is no reason to compare these.
  const [far, near, conv] = [at("mm", "encoder.layers[0].proj", 3, 90), at("cpp_fused_6", "decoder.attn", 3, 10),
    at("convolution", "encoder.conv", 5, 40)];
  const rest = kernel("cpp_fused_7", "other", 8, 41, 42);
  const graph = graphWith(...[far, near, conv].map((one) =>
    [one.nodes[0] ?? "", "aten.op(x)", one.places[0]?.line ?? 0, 8] as const));
  const all = [far, near, conv, rest].map((one) => ({ ...one, graph: "g" }));
  const [found] = fused(all, new Set(), "m.py:3", "encoder.conv", [graph]);
  expect([found?.first[0]?.kernel, found?.second[0]?.kernel, found?.between, found?.isExact, found?.layer])
    .toEqual(["cpp_fused_6", "convolution", [], true, undefined]);
  // Calls count, not lines of the file.
  const [late] = fused(all.map((one) => one.kernel === "cpp_fused_6" ? { ...one, shown: [1] }
    : one.kernel === "mm" ? { ...one, shown: [43] } : one), new Set(), "m.py:3", "encoder.conv", [graph]);
  expect(late?.first[0]?.kernel).toBe("cpp_fused_6");
});

test("a pair of one layer names the layer if calls of two layers are nearer", () => {
  const at = (name: string, line: number, ...shown: number[]): KernelData => ({ ...kernel(name, "", line, ...shown),
    nodes: shown.map((one) => `n${line}_${one}`), launches: shown.map((one, number) => ({ line: one, nodes: [number], places: [0] })),
    modules: Object.fromEntries(shown.map((_, layer) => [`layers[${layer}].gate`, [layer]])) });
  const graph = graphWith(...[[3, 10], [3, 22], [5, 20], [5, 40]].map(([line = 0, shown = 0]) =>
    [`n${line}_${shown}`, "aten.op(x)", line, 8] as const));
  const rest = kernel("mm", "layers[0].proj", 8, 12);
  const all = [at("softmax", 3, 10, 22), at("div", 5, 20, 40), rest].map((one) => ({ ...one, graph: "g" }));
  const [found] = fused(all, new Set(), "m.py:3", "m.py:5", [graph]);
  expect([found?.first[0]?.call, found?.second[0]?.call, found?.layer]).toEqual([2, 2, undefined]);
  const more = [...all, kernel("mm", "layers[1].proj", 8, 30)];
  const [other] = fused(more, new Set(), "m.py:3", "m.py:5", [graph]);
  expect([other?.first[0]?.call, other?.second[0]?.call, other?.layer]).toEqual([1, 1, "layers[0]"]);
});

test("of equally near pairs of one layer the calls of one module are taken", () => {
  const at = (name: string, line: number, ...calls: [shown: number, module: string][]): KernelData => ({
    ...kernel(name, "", line, ...calls.map(([shown]) => shown)), nodes: calls.map(([shown]) => `n${line}_${shown}`), graph: "g",
    launches: calls.map(([shown], number) => ({ line: shown, nodes: [number], places: [0] })),
    modules: Object.fromEntries(calls.map(([, module], number) => [module, [number]])) });
  const graph = graphWith(...[[3, 11], [3, 13], [5, 10], [5, 14]].map(([line = 0, shown = 0]) =>
    [`n${line}_${shown}`, "aten.op(x)", line, 8] as const));
  const [found] = fused([at("mm", 3, [11, "layers[0].fc1"], [13, "layers[0].fc2"]), at("add", 5, [10, "layers[0].norm"],
    [14, "layers[0].fc2"])], new Set(), "m.py:3", "m.py:5", [graph]);
  expect([found?.first[0]?.call, found?.second[0]?.call]).toEqual([2, 2]);
});

test("kernels of two graphs of one entry are in different graphs, and nothing is between them", () => {
  const [found] = fused([norm, { ...act, file: "k2.py" }], new Set(), "layers[0].norm", "m.py:5");
  expect([found?.isOfGraphs, found?.between, found?.isExact]).toEqual([true, [], false]);
});

test("what runs in the backward is compared with nothing else", () => {
  expect(fused([norm, { ...act, file: "b.py" }], new Set(["b.py"]), "layers[0].norm", "m.py:5"))
    .toEqual([]);
});

test("short names keep their number, and layers are folded where none is missing", () => {
  expect(shortName("triton_poi_fused_add_mul_3")).toBe("triton_poi_fused_3");
  expect(shortName("extern_kernels.mm")).toBe("extern_kernels.mm");
  expect(folded(["l[0].a", "l[1].a", "m", "k[0]", "k[2]"])).toEqual(["l[0..1].a", "m", "k[0]", "k[2]"]);
});

test("two calls of one kernel are not fused with each other", () => {
  const twice = { ...kernel("extern_kernels.mm", "layers[0].q", 4, 11, 20),
    nodes: ["mm", "mm_1"], places: [{ file: "/m.py", line: 4 }, { file: "/m.py", line: 5 }],
    modules: { "layers[0].q": [0], "layers[1].k": [1] },
    launches: [{ line: 11, nodes: [0], places: [0] }, { line: 20, nodes: [1], places: [1] }] };
  const [found] = fused([norm, twice, act], new Set(), "layers[0].q", "layers[1].k");
  expect(found?.both).toEqual([]);
  expect([found?.first[0]?.call, found?.second[0]?.call]).toEqual([1, 2]);
  expect(found?.between).toEqual([act]);
  expect(callsApart(twice).map((one) => [one.nodes, one.places[0]?.line, one.modules]))
    .toEqual([[["mm"], 4, { "layers[0].q": [0] }], [["mm_1"], 5, { "layers[1].k": [0] }]]);
  expect(fused([twice], new Set(), "layers[0].q", "m.py:4")[0]?.both.map(({ call }) => call))
    .toEqual([1]);
});

test("what was guessed is of the first call, unless each call has its nodes", () => {
  const guessed: KernelData = { ...kernel("cpp_fused_silu_2", "layers[3].act", 5, 10, 20),
    how: "inferred", nodes: ["mul", "mul_1"] };
  const apart = [{ line: 10, nodes: [0], places: [] }, { line: 20, nodes: [1], places: [] }];
  const lines = apart.map((one) => ({ ...one, nodes: [] }));
  expect([[], lines, apart].map((launches) => isOfFirst({ ...guessed, launches })))
    .toEqual([true, true, false]);
  expect(isOfFirst({ ...guessed, how: "recorded" })).toBe(false);
});

/** A graph whose nodes have a label, the line of `/m.py`, and bytes. */
const graphWith = (...nodes: (readonly [name: string, label: string, line: number, bytes: number])[]) => ({
  file: "g", prefix: "p", stage: "AFTER_POST_GRAD", backward: false, saved: [], saved_bytes: 0,
  nodes: nodes.map(([name, label, line, bytes]) => ({ name, kind: "operator", label, type: "",
    takes: [], parameters: [], module: "", shown: 1, bytes, places: [{ file: "/m.py", line }] })),
}) as GraphData;

test("a view of a result is not fused with what reads it", () => {
  const graph = graphWith(["mm", "aten.mm.default(a, b)", 4, 8],
    ["view", "aten.reshape.default(mm, [2])", 4, 8], ["t", "aten.permute.default(mm, [0])", 6, 0],
    ["add", "aten.add.Tensor(view, 1)", 5, 8]);
  const product = { ...kernel("extern_kernels.mm", "proj", 4, 10), graph: "g", nodes: ["mm"],
    modules: { proj: [0] } };
  const sum = { ...kernel("cpp_fused_add_0", "norm", 5, 11), graph: "g", nodes: ["view", "add", "t"],
    places: [4, 5, 6].map((line) => ({ file: "/m.py", line })), modules: { proj: [0], norm: [1, 2] } };
  const all = [product, sum];
  for (const [one, other] of [["proj", "norm"], ["m.py:4", "m.py:5"]] as const)
    expect(fused(all, new Set(), one, other, [graph]).map(({ both, first, second }) =>
      [both, first, second])).toEqual([[[], [product], [sum]]]);
  expect(["proj", "m.py:6", "m.py:9"].map((one) => isOnlyViews([graph], all, one)))
    .toEqual([false, true, false]);
  // The same where kernels do not name the lines of views.
  const lowered = { ...graph, stage: "AFTER_POST_GRAD" };
  expect(["m.py:4", "m.py:6", "m.py:9"].map((one) => isOnlyViews([lowered], [product], one)))
    .toEqual([false, true, false]);
  expect(["m.py:4", "m.py:6", "m.py:9"].map((one) => roleOf([lowered], one, false)))
    .toEqual(["computes", "views", "nothing"]);
  expect(roleOf([lowered], "m.py:4", true)).toBeUndefined();
  // A line whose gradient is computed somewhere does more, although no kernel names it.
  const back = { ...graphWith(["cat", "aten.cat.default([t])", 6, 8]), stage: "AFTER_POST_GRAD", backward: true };
  expect(isOnlyViews([lowered, back], all, "m.py:6")).toBe(false);
});

test("a change in place is no view, though it has no memory of its own", () => {
  const { nodes } = graphWith(["isub", "x -= 1.0", 4, 0], ["setitem", "x[0] = y", 4, 0],
    ["fill", ".fill_(0)", 4, 0], ["part", "x[0]", 4, 0]);
  expect(nodes.map((one) => isView(one, false))).toEqual([false, false, false, true]);
});

test("an input that a kernel copies is no operation of it", () => {
  const graph = graphWith(["mm", "aten.mm.default(a, b)", 4, 8], ["w", "w", 4, 8]);
  graph.nodes[1] = { ...graph.nodes[1]!, kind: "input", places: [] };
  const one = { ...kernel("cpp_fused_0", "gate", 4, 10), graph: "g", nodes: ["mm", "w"] };
  expect([operatorsOf([graph], one), copiedBy([graph], one)].map((own) => own.map(({ name }) => name)))
    .toEqual([["mm"], ["w"]]);
  expect(worksOf([graph]).of(one, "m.py:4")).toHaveLength(1);
});

test("a kernel that copies the input of a line for its call fuses nothing of the line", () => {
  const graph = graphWith(["sin", "aten.sin.default(x)", 4, 8], ["w", "w", 4, 8], ["mm", "aten.mm.default(sin, w)", 5, 8]);
  graph.nodes[1] = { ...graph.nodes[1]!, kind: "input", places: [] };
  const copies = { ...kernel("cpp_fused_sin_0", "act", 4, 10), graph: "g", nodes: ["sin", "w"],
    places: [{ file: "/m.py", line: 4 }, { file: "/m.py", line: 5 }] };
  const product = { ...kernel("extern_kernels.mm", "proj", 5, 11), graph: "g", nodes: ["mm"] };
  const [found] = fused([copies, product], new Set(), "m.py:4", "m.py:5", [graph]);
  expect([found?.both, found?.first, found?.second]).toEqual([[], [copies], [product]]);
  // The row of the line says so, too.
  expect(["m.py:4", "m.py:5"].map((line) => [copies, product].map((one) => worksOf([graph]).isCopier(one, line))))
    .toEqual([[false, false], [true, false]]);
});

test("a line that calls stands for the operations that its calls lead to", () => {
  const graph = graphWith(["mm", "aten.mm.default(a, b)", 4, 8], ["add", "aten.add.Tensor(mm, 1)", 5, 8]);
  graph.nodes[0]!.places.unshift({ file: "/main.py", line: 15 });
  const product = { ...kernel("extern_kernels.mm", "proj", 4, 10), graph: "g", nodes: ["mm"] };
  const sum = { ...kernel("cpp_fused_add_0", "norm", 5, 11), graph: "g", nodes: ["add"] };
  const works = worksOf([graph]);
  expect(["main.py:15", "m.py:4", "main.py:16"].map((one) => works.isCall(one))).toEqual([true, false, false]);
  expect([product, sum].map((one) => works.of(one, "main.py:15").length)).toEqual([1, 0]);
  expect(fused([product, sum], new Set(), "main.py:15", "m.py:5", [graph])[0]?.first).toEqual([product]);
});

test("two operations of one line can be asked for, by kind and by name", () => {
  const captured = { ...graphWith(["norm", "torch.group_norm(x, 4)", 4, 8], ["act", "torch.silu(norm)", 4, 8]), stage: "Captured_Graph" };
  const lowered = graphWith(["rsqrt", "aten.rsqrt.default(x)", 4, 8], ["sigmoid", "aten.sigmoid.default(rsqrt)", 4, 8]);
  const graphs = [{ ...captured, file: "c" }, { ...lowered, nodes: lowered.nodes.map((one, at) => ({ ...one, source: at })) }];
  const of = (name: string, at: number, ...nodes: string[]) => ({ ...kernel(name, "norm1", 4, at), graph: "g", nodes });
  const [one, other] = [of("cpp_fused_0", 10, "rsqrt"), of("cpp_fused_1", 11, "sigmoid")] as const;
  expect(fused([one, other], new Set(), "group_norm", "silu", graphs)[0]).toMatchObject({ both: [], first: [one], second: [other] });
  const both = of("cpp_fused_2", 12, "rsqrt", "sigmoid");
  expect(fused([both], new Set(), "norm", "act", graphs)[0]?.both).toEqual([both]);
  expect(operationsIn(graphs)).toEqual(["group_norm", "silu", "rsqrt", "sigmoid"]);
  expect(worksOf(graphs).isOperation([both], "silu")).toBe(true);
  expect(meant({ kernels: [both], captured: [], operations: [], file: "m.py" }, "line 4")).toBe("m.py:4");
});

test("Fused? takes an operation as the code, the table or a lowered graph writes it", () => {
  const captured = { ...graphWith(["add", "x + y", 4, 8], ["cat", "torch.cat([x, y], dim = 1)", 4, 8],
    ["input_1", "torch._C._nn.linear(x, w)", 4, 8], ["act", "torch.nn.functional.silu(x)", 5, 8]), stage: "Captured_Graph", file: "c" };
  const lowered = graphWith(["add_1", "aten.add.Tensor(x, y)", 4, 8], ["cat", "aten.cat.default([x, y], 1)", 4, 8],
    ["addmm", "aten.addmm.default(x, w)", 4, 8], ["mul", "aten.mul.Tensor(x, y)", 5, 8]);
  const graphs = [captured, { ...lowered, nodes: lowered.nodes.map((one, source) => ({ ...one, source })) }];
  const operations = operationsIn(graphs);
  const all = lowered.nodes.map(({ name }, at) => ({ ...kernel(`k${at}`, "own", 4, at), graph: "g", nodes: [name], modules: {}, places: [] }));
  const typed = ["add", "+", "aten.add.Tensor", "torch.cat", "cat", "F.linear", "nn.functional.silu", "silu(x)", "addmm", "torch.ops.aten.mul"];
  const names = typed.map((one) => meant({ kernels: all, captured: [], operations, file: "m.py" }, one));
  expect(names).toEqual(["add", "add", "add", "cat", "cat", "linear", "silu", "silu", "addmm", "mul"]);
  const works = worksOf(graphs);
  expect(names.map((one) => all.findIndex((each) => works.has(each, one)))).toEqual([0, 0, 0, 1, 1, 2, 3, 3, 2, 3]);
  expect(["mul", "add", "silu"].map((one) => works.othersOf(all, one))).toEqual([["silu"], [], []]);
});

test("a library call has the name of its function, also where only the captured operation is recorded", () => {
  const captured = { ...graphWith(["matmul", "x @ w", 4, 8], ["relu", "torch.relu(matmul)", 5, 8]), stage: "Captured_Graph" };
  const product = { ...kernel("extern_kernels.mm", "own", 4, 10), graph: "g", nodes: ["matmul"] };
  const works = worksOf([captured]);
  expect(["mm", "matmul", "relu"].map((one) => works.has(product, one))).toEqual([true, true, false]);
  expect(works.isOperation([product], "mm")).toBe(true);
  expect([works.othersOf([product], "mm"), works.othersOf([product], "matmul")]).toEqual([["matmul"], []]);
  expect(["extern_kernels.bias_addmm", "torch.ops.aten.sort.stable", "torch.ops.lib.blur.default", "cpp_fused_mm_0"].map(libraryCall))
    .toEqual(["addmm", "sort", "blur", ""]);
});

test("in a pair, too, a line with operations of its own stands for what it calls", () => {
  const graph = graphWith(["neg", "aten.neg.default(x)", 9, 8], ["mul", "aten.mul.Tensor(x, neg)", 4, 8], ["mm", "aten.mm.default(mul, w)", 6, 8]);
  graph.nodes[0]!.places.unshift({ file: "/m.py", line: 4 });
  const of = (name: string, line: number, node: string, at: number) =>
    ({ ...kernel(name, "own", line, at), graph: "g", nodes: [node] });
  const [neg, mul, product] = [of("cpp_fused_neg_0", 9, "neg", 10), of("cpp_fused_mul_1", 4, "mul", 11), of("extern_kernels.mm", 6, "mm", 12)] as const;
  const all = [neg, mul, product];
  const works = worksOf([graph]);
  expect(["m.py:4", "m.py:6", "m.py:9"].map((one) => works.isCaller(all, one))).toEqual([true, false, false]);
  const [found] = fused(all, new Set(), "m.py:4", "m.py:6", [graph]);
  expect([found?.isPart, found?.first, found?.between]).toEqual([true, [mul], []]);
  // A line of what it calls is compared with the line's own operations.
  const [called] = fused(all, new Set(), "m.py:9", "m.py:4", [graph]);
  expect([called?.inner, called?.first, called?.second]).toEqual([undefined, [neg], [mul]]);
});

test("a call that was made of two lines is one kernel of both, and no line is a part of the other", () => {
  const graph = graphWith(["mm", "aten.mm.default(a, b)", 4, 8], ["addmm", "aten.addmm.default(a, b, c)", 4, 8]);
  const product = { ...kernel("extern_kernels.mm", "gate", 4, 10), graph: "g", nodes: ["mm"] };
  const both = { ...kernel("extern_kernels.addmm", "gate", 4, 11), graph: "g", nodes: ["addmm"],
    places: [4, 5].map((line) => ({ file: "/m.py", line })) };
  const [found] = fused([product, both], new Set(), "m.py:4", "m.py:5", [graph]);
  expect([found?.both, found?.inner]).toEqual([[both], undefined]);
});

test("a part is compared with the rest of the whole, not with itself", () => {
  const graph = graphWith(["mm", "aten.mm.default(a, b)", 4, 8], ["add", "aten.add.Tensor(mm, 1)", 5, 8]);
  const one = { ...kernel("extern_kernels.mm", "gate.proj", 4, 10), graph: "g", nodes: ["mm"],
    modules: { "gate.proj": [0] } };
  const rest = { ...kernel("cpp_fused_add_0", "gate", 5, 11), graph: "g", nodes: ["add"], modules: { gate: [0] } };
  const asked = (...names: [string, string]) =>
    fused([one, rest], new Set(), ...names, [graph]).map(({ both, first, second, inner }) =>
      ({ both, first, second, inner }));
  const apart = { both: [], first: [one], second: [rest] };
  expect(asked("gate.proj", "gate")).toEqual([{ ...apart, inner: 0 }]);
  expect(asked("gate", "m.py:4")).toEqual([{ both: [], first: [rest], second: [one], inner: 1 }]);
  expect(asked("gate.proj", "m.py:4")).toEqual([{ both: [one], first: [one], second: [one], inner: "same" }]);
  expect(asked("gate.proj", "m.py:5")).toEqual([{ ...apart, inner: undefined }]);
});

test("with a line of a function, the line that calls it stands for its own operations", () => {
  const graph = graphWith(["norm", "aten.norm.default(a)", 25, 8], ["mul", "aten.mul.Tensor(a, b)", 14, 8],
    ["far", "aten.mul.Tensor(a, b)", 14, 8]);
  graph.nodes[1]!.places.unshift({ file: "/m.py", line: 25 });
  const at = (name: string, node: string, line: number, shown: number) =>
    ({ ...kernel(name, "gate", line, shown), graph: "g", nodes: [node], modules: {} });
  const [norm, mul, far] = [at("cpp_fused_0", "norm", 25, 10), at("cpp_fused_1", "mul", 14, 11), at("cpp_fused_2", "far", 14, 12)];
  const asked = (kernels: KernelData[], ...names: [string, string]) => fused(kernels, new Set(), ...names, [graph])
    .map(({ both, first, second, inner }) => ({ both, first, second, inner }));
  const apart = [{ both: [], first: [norm], second: [mul], inner: undefined }];
  expect(asked([norm, mul], "m.py:25", "m.py:14")).toEqual(apart);
  // A call of the function from another line is farther away.
  expect(asked([norm, mul, far], "m.py:25", "m.py:14")).toEqual(apart);
  const one = { ...norm, nodes: ["norm", "mul"], places: [25, 14].map((line) => ({ file: "/m.py", line })) };
  expect(asked([one], "m.py:14", "m.py:25")).toEqual([{ both: [one], first: [one], second: [one], inner: undefined }]);
  // More of the function, in a kernel of its own, is not the rest of the calling line.
  const more = graphWith(["norm", "aten.norm.default(a)", 25, 8], ["mul", "aten.mul.Tensor(a, b)", 14, 8], ["add", "aten.add.Tensor(a, b)", 15, 8]);
  for (const node of more.nodes.slice(1)) node.places.unshift({ file: "/m.py", line: 25 });
  const both = { ...at("cpp_fused_0", "mul", 14, 10), nodes: ["mul", "add"], places: [14, 15].map((line) => ({ file: "/m.py", line })) };
  expect(fused([norm, both], new Set(), "m.py:14", "m.py:25", [more])[0]).toMatchObject({ both: [], first: [both], second: [norm] });
});

test("a line and one that it calls share the kernels of all calls of the function, and of those without a known caller", () => {
  const graph = graphWith(["cat", "aten.cat.default([a, b])", 25, 8], ["mul", "aten.mul.Tensor(a, b)", 14, 8],
    ["far", "aten.mul.Tensor(a, b)", 14, 8], ["cat_1", "aten.cat.default([a, far])", 25, 8], ["sum", "aten.sum.default(a)", 13, 8]);
  graph.nodes[1]!.places.unshift({ file: "/m.py", line: 25 });
  graph.nodes[2]!.places.unshift({ file: "/m.py", line: 24 });
  const at = (name: string, shown: number, lines: number[], ...nodes: string[]) => ({ ...kernel(name, "", 0, shown),
    graph: "g", nodes, modules: {}, places: lines.map((line) => ({ file: "/m.py", line })) });
  const [cat, mul, far, bare] = [at("cpp_fused_0", 10, [25], "cat"), at("cpp_fused_1", 11, [14], "mul"),
    at("cpp_fused_2", 12, [14, 25], "far", "cat_1"), at("cpp_fused_3", 13, [13, 14, 25], "sum")];
  // The kernel of the last has both lines, and no operation of either.
  for (const [one, other] of [["m.py:25", "m.py:14"], ["m.py:14", "m.py:25"]] as const) {
    const [found] = fused([cat, mul, far, { ...bare, nodes: ["sum", "x"] }], new Set(), one, other, [graph]);
    expect(found?.both.map(({ kernel: name }) => name)).toEqual(["cpp_fused_2", "cpp_fused_3"]);
    expect([found?.first.length, found?.second.length, found?.inner]).toEqual([3, 3, undefined]);
  }
});

test("what is between two kernels is listed in the order of its calls", () => {
  const late = kernel("cpp_fused_2", "other", 7, 5, 14);
  const early = kernel("aten.sort", "other", 8, 13);
  const end = kernel("cpp_fused_3", "end", 9, 15);
  const [found] = fused([late, norm, early, act, end], new Set(), "layers[0].norm", "m.py:9");
  expect(found?.between).toEqual([act, early, late]);
});

test("a line that calls a function and itself only makes a view stands for what it calls", () => {
  const graph = graphWith(["mm", "aten.mm.default(a, b)", 4, 8], ["t", "aten.permute.default(mm, [0])", 6, 0]);
  graph.nodes[0]!.places.unshift({ file: "/m.py", line: 6 });
  const one = { ...kernel("extern_kernels.mm", "proj", 4, 10), graph: "g", nodes: ["mm", "t"],
    places: [4, 6].map((line) => ({ file: "/m.py", line })), modules: {} };
  expect(worksOf([graph]).isCall("m.py:6")).toBe(true);
  expect(isOnlyViews([graph], [one], "m.py:6")).toBe(false);
  expect(fused([one], new Set(), "m.py:6", "m.py:4", [graph])[0]?.inner).toBe("same");
});
