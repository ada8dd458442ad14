// Bodies of branches and loops are boxes within the box of their node.
import { expect, test } from "vitest";
import type { GraphNode } from "../src/contract";
import { labelUpToNames } from "../src/graph/labels";
import { outlineOf } from "../src/graph/outline";
import type { Part } from "../src/graph/outline";
import { openAtFirst, sceneOf } from "../src/graph/scene";
import { graphOf, input, node } from "./graph_samples";

const inBody = (name: string, takes: number[], body: string, module = ""): GraphNode =>
  node(`${body}.${name}`, `.${name}`, takes,
    { home: `${module || "self"}.cond.${body}`, body, module });

const branches = (module = ""): GraphNode[] => [
  input("x"),
  node("z", "x * 3", [0], { module }),
  inBody("sin", [1], "cond_true", module),
  inBody("cos", [1], "cond_false", module),
  node("cond", "cond", [0, 1, 2, 3], { home: `${module || "self"}.cond`, body: "cond", module }),
  node("a", "cond[0]", [4], { module }),
];
const shape = (part: Part): object =>
  Object.fromEntries(part.parts.map((one) => [one.title, shape(one)]));

test("a body is a box in that of its node, however little it holds", () => {
  const { root } = outlineOf(graphOf(branches()));
  expect(shape(root)).toEqual({ cond: { cond_true: {}, cond_false: {} } });
  const [cond] = root.parts;
  expect(cond?.direct).toEqual([4]);
  expect(cond?.parts.map((one) => one.direct)).toEqual([[2], [3]]);
  expect(root.direct).toEqual([0, 1, 5]);
});

test("in a module, the box of the node is in that of the module", () => {
  expect(shape(outlineOf(graphOf(branches("self.gate"))).root))
    .toEqual({ gate: { cond: { cond_true: {}, cond_false: {} } } });
});

test("opened, values lead into the bodies and from them to the node", () => {
  const graph = graphOf(branches());
  const outline = outlineOf(graph);
  const { wires } = sceneOf(graph, outline, openAtFirst(outline.root, 40));
  expect(wires.map(({ source, target }) => `${source.id} ${target.id}`)).toEqual(
    expect.arrayContaining(["=z =cond_true.sin", "=cond_true.sin =cond", "=cond_false.cos =cond"]));
});

test("a value of a body is known by the name that the body's text has for it", () => {
  const nodes = [inBody("y", [], "cond_true")];
  expect(labelUpToNames(node("cond_true.add", "y + 1", [0]), nodes)).toBe("$0 + 1");
});
