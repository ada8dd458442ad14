import { expect, test } from "vitest";
import { outlineOf } from "../src/graph/outline";
import { visitsOf } from "../src/graph/visits";
import type { Part } from "../src/graph/outline";
import { kindOf, labelUpToNames } from "../src/graph/labels";
import { steps } from "../src/graph/paths";
import { graphOf, input, node, stack } from "./graph_samples";

const titles = (part: Part): string[] => part.parts.map((one) => one.title);
const model = (part: Part): Part => {
  const only = part.parts[0];
  if (only === undefined) throw new Error("no part");
  return only;
};

test("equal layers are one part that stands for each of them", () => {
  const fold = model(model(outlineOf(stack({ layers: 12 })).root));
  expect(fold.title).toBe("layers.0 … layers.11");
  expect(fold.members.map((one) => one.number)).toEqual([...Array(12).keys()]);
  expect(fold.nodes).toHaveLength(48);
});

test("paths with brackets are read like those with dots", () => {
  const parts = (dotted: boolean) => titles(model(outlineOf(stack({ layers: 3, dotted })).root));
  expect(parts(false)).toEqual(["layers.0 … layers.2"]);
  expect(parts(false)).toEqual(parts(true));
});

test.each([
  ["the way to a parameter", (at: number) => `model.layers[${at}].norm.weight * relu`,
    (at: number) => `args.0.model.layers.${at}.norm`],
  ["a constant of the graph", (at: number) => `self._tensor_constant${2 * at}`,
    (at: number) => `args.0.model.layers.${at}`],
])("what differs in %s by the layer's number only is alike", (_, label, module) => {
  const nodes = Array.from({ length: 12 }, (__, at) => node(`n${at}`,
    at % 4 === 1 ? label(Math.floor(at / 4)) : "relu", [at],
    { module: module(Math.floor(at / 4)) }));
  expect(titles(outlineOf(graphOf([input("x"), ...nodes])).root.parts[0]!))
    .toEqual(["layers.0 … layers.2"]);
});

test("a layer that differs stays apart, and divides those around it", () => {
  const { root } = outlineOf(stack({ layers: 6, odd: [3] }));
  expect(titles(model(root))).toEqual([
    "layers.0 … layers.2",
    "layers.3",
    "layers.4 … layers.5",
  ]);
});

const changed: [string, (graph: ReturnType<typeof stack>) => void][] = [
  ["type", (graph) => void (graph.nodes[6] = { ...graph.nodes[6]!, type: "float16 [2, 8]" })],
  ["parameters", (graph) => void (graph.nodes[5] = { ...graph.nodes[5]!, parameters: ["weight [4, 8]"] })],
  ["edges", (graph) => void (graph.nodes[7] = { ...graph.nodes[7]!, takes: [5] })],
  ["module", (graph) => void (graph.nodes[6] = { ...graph.nodes[6]!, module: "self.model.layers.1.other" })],
  ["what is saved", (graph) => graph.saved.push({ name: graph.nodes[6]!.name })],
];

test.each(changed)("layers are not equal where %s differ", (_, change) => {
  const graph = stack({ layers: 2 });
  change(graph);
  expect(titles(model(outlineOf(graph).root))).toEqual(["layers.0", "layers.1"]);
});

test("equal layers stay apart where something is done between them", () => {
  const graph = stack({ layers: 2 });
  graph.nodes.splice(5, 0, node("between", "mul(0.5)", [4], { module: "self.model" }));
  graph.nodes.forEach((one, position) => {
    if (position > 5) one.takes = one.takes.map((taken) => (taken > 4 ? taken + 1 : taken === 4 ? 5 : taken));
  });
  expect(titles(model(outlineOf(graph).root))).toEqual(["layers.0", "layers.1"]);
});

test("layers of backward are folded, in the order in which they run", () => {
  const nodes = [input("tangents_1")];
  for (const layer of [2, 1, 0]) {
    const module = `self.layers.${layer}`;
    for (let step = 0; step < 3; step += 1) {
      nodes.push(node(`mul_${nodes.length}`, "aten.mul.Tensor", [nodes.length - 1], { module }));
    }
  }
  const fold = model(outlineOf(graphOf(nodes, { backward: true })).root);
  expect(fold.members.map((one) => one.number)).toEqual([2, 1, 0]);
  expect(fold.title).toBe("layers.0 … layers.2");
});

test("names of values in labels make no difference, other words do", () => {
  const nodes = [node("a", "f", []), node("b", "f", [])];
  const label = (text: string, takes: number[]): string => labelUpToNames(node("c", text, takes), nodes);
  expect(label("a + b", [0, 1])).toBe("$0 + $1");
  expect(label("a[0]", [0])).toBe("$0[0]");
  expect(label("add(alpha=a)", [1])).toBe("add(alpha=a)");
});

test("an input that a label names by its path makes no difference either", () => {
  const nodes = [input("L_self_blocks_0_a", { label: "blocks[0].a" }), input("L_b_x_", { label: "b['x']" })];
  const label = (text: string, takes: number[]): string => labelUpToNames(node("c", text, takes), nodes);
  expect(label("blocks[0].a.T", [0])).toBe("$0.T");
  expect(label("blocks[0].a + b['x'][0]", [0, 1])).toBe("$0 + $1[0]");
  expect(label("blocks[0].ab", [0])).toBe("blocks[0].ab");
});

test("a label names what was changed in place as it was called before", () => {
  const nodes = [node("x", "f", []), node("setitem", "x[..., 1] = 2", [0]), node("g", ".add_(1)", [1]),
    node("n", "x <= 2", [2]), node("m", ".__and__(1)", [0])];
  const label = (text: string, takes: number[]): string => labelUpToNames(node("c", text, takes), nodes);
  expect(label("x[..., 3] = 2", [2])).toBe("$0[..., 3] = 2");
  expect(label("x + n", [2, 3])).toBe("$0 + $1");
  expect(["n", "m"].map((name, at) => label(`x + ${name}`, [3 + at]))).toEqual(["x + $0", "x + $0"]);
  expect(["x[..., 1] = 2", "x[0].y[1] = 2", "x -= 1.0", "x <= 2", "x == 2", "x[0]"].map(kindOf))
    .toEqual(["[…] =", "[…] =", "-=", "x <= 2", "x == 2", "[…]"]);
});

test("a module that a value leaves and enters again has a part for each visit", () => {
  // The activation is one module that both layers call.
  const nodes = [node("a", "f", []), node("b", "g", [0]), node("c", "f", [1]), node("d", "f", [2])];
  expect(visitsOf(nodes, [0, 2, 3])).toEqual([0, 1, 1]);
});

test("a module that only waits for a value is one part", () => {
  const nodes = [node("a", "f", []), node("b", "g", []), node("c", "f", [0, 1])];
  expect(visitsOf(nodes, [0, 2])).toEqual([0, 0]);
});

test("a sum of gradients between two parts of a layer is in the layer", () => {
  const module = "self.layers.0";
  const nodes = [
    input("tangents_1"),
    node("a", "aten.mm", [0], { module: `${module}.mlp` }),
    node("add", "aten.add.Tensor", [0, 1]),
    node("b", "aten.mm", [2], { module: `${module}.attn` }),
  ];
  const backward = outlineOf(graphOf(nodes, { backward: true }));
  expect(backward.root.parts.map((one) => one.nodes)).toEqual([[1, 2, 3]]);
});

test("a sum that goes on to the next layer too is in the layer it is between parts of", () => {
  const module = "self.layers.1";
  const nodes = [
    node("later", "aten.mm", [], { module: "self.head" }),
    node("a", "aten.mm", [0], { module: `${module}.mlp` }),
    node("add", "aten.add.Tensor", [0, 1]),
    node("b", "aten.mm", [2], { module: `${module}.attn` }),
    node("c", "aten.add.Tensor", [2, 3], { module: "self.layers.0" }),
  ];
  const backward = outlineOf(graphOf(nodes, { backward: true }));
  expect(backward.root.parts.map((one) => one.nodes)).toEqual([[1, 2, 3]]);
});

test("a loss between two visits of a module is not in the module", () => {
  const module = "self.head";
  const nodes = ["mm", "mm", "mm", "mul", "mm", "mm", "mm"].map((label, position) =>
    node(`v${position}`, label, position === 0 ? [] : [position - 1], label === "mul" ? {} : { module }),
  );
  const { root } = outlineOf(graphOf(nodes, { stage: "Joint_graph" }));
  expect(root.direct).toEqual([3]);
  expect(titles(root)).toEqual(["head", "head (2)"]);
});

test("what forward does in no module stays in none", () => {
  const nodes = [
    node("a", "mm", [], { module: "self.one.a" }),
    node("b", "relu", [0]),
    node("c", "mm", [1], { module: "self.one.b" }),
    node("d", "mm", [2], { module: "self.one.b" }),
  ];
  expect(outlineOf(graphOf(nodes)).root.direct).toContain(1);
});

test("every node is in the outline once, but for inputs that are written in operators", () => {
  const graph = stack({ layers: 5, odd: [2] });
  const all = (part: Part): number[] => [
    ...part.direct,
    ...part.parts.flatMap(all),
    ...part.members.flatMap(all),
  ];
  const found = all(outlineOf(graph).root).sort((one, other) => one - other);
  expect(found).toEqual(graph.nodes.map((_, position) => position));
});

test.each([
  ["self.layers.0.norm", ["layers", "0", "norm"]],
  ["args.0.model.layers[1]", ["model", "layers", "1"]],
  ["args.1.model", ["args", "1", "model"]],
  ["model.args.0", ["model", "args", "0"]],
  ["self", []],
])("the way to %s leaves out the module that is compiled", (module, way) => {
  expect(steps(module)).toEqual(way);
});
