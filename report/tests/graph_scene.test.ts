import { expect, test } from "vitest";
import { changesBetween } from "../src/graph/changes";
import { Faces, widthOf } from "../src/graph/faces";
import { layoutOf, wholeWay } from "../src/graph/layout";
import type { Layout } from "../src/graph/layout";
import { marksOf } from "../src/graph/marks";
import { outlineOf } from "../src/graph/outline";
import { leavesIn, openAtFirst, openedTo, sceneOf } from "../src/graph/scene";
import type { Opening, Scene } from "../src/graph/scene";
import type { GraphData } from "../src/contract";
import { graphOf, input, node, stack, unlike } from "./graph_samples";

function seen(graph: GraphData, open: Map<string, Opening>): { scene: Scene; layout: Layout } {
  const outline = outlineOf(graph);
  const faces = new Faces(graph, marksOf(graph, null), outline.inputs);
  const scene = sceneOf(graph, outline, open);
  return { scene, layout: layoutOf(scene, (leaf) => faces.of(leaf)) };
}

test("a box has room for its badge beside its first line", () => {
  const graph = graphOf([input("x"), node("r", "reshape([-1, 256])", [0], { type: "" })]);
  const outline = outlineOf(graph);
  const scene = sceneOf(graph, outline, new Map());
  const changes = { ...changesBetween(graph, graph), added: new Set(["r"]) };
  const faces = new Faces(graph, marksOf(graph, changes), outline.inputs);
  const face = layoutOf(scene, (leaf) => faces.of(leaf)).placed
    .find((one) => one.face.badge !== "")?.face;
  expect(face?.width).toBeGreaterThan(widthOf("reshape([-1, 256])", "code") + widthOf("new", "head"));
});

test("an input in its only user is the last part of its path, as a parameter is", () => {
  const inputs = ["a", "b", "c", "d", "e"].map((name) =>
    input(`L_self_up_${name}`, { label: `up.${name}`, type: "f32 [2, 8]" }));
  const graph = graphOf([...inputs, ...inputs.map((_, at) => node(`r${at}`, "relu", [at]))]);
  const { layout } = seen(graph, new Map());
  expect(layout.placed.map((one) => one.face.lines[2]?.text)).toEqual(
    ["a [2, 8]", "b [2, 8]", "c [2, 8]", "d [2, 8]", "e [2, 8]"]);
});

/** Openings of a stack: the model, and its layers as told. */
function stackOpen(graph: GraphData, layers?: Opening): Map<string, Opening> {
  const model = outlineOf(graph).root.parts[0]!;
  const open = new Map<string, Opening>([[model.id, "module"]]);
  if (layers !== undefined) open.set(model.parts[0]!.id, layers);
  return open;
}

const heads = (layout: Layout): string[] => layout.placed.map((one) => one.face.lines[0]?.text ?? "");

test("closed, equal layers are one node with count, number and kinds of operators", () => {
  const graph = stack({ layers: 12 });
  const { layout } = seen(graph, stackOpen(graph));
  const fold = layout.placed.find((one) => one.face.look === "group");
  expect(fold?.face.lines.map((one) => one.whole)).toEqual([
    "layers.0 … layers.11 ×12",
    "4 operators each",
    "linear ×2, relu ×1, + ×1",
  ]);
});

test("opened to one, the layers are seen as it, and none is linked with itself", () => {
  const graph = stack({ layers: 12 });
  const { scene, layout } = seen(graph, stackOpen(graph, "one"));
  expect(layout.placed).toHaveLength(4 + 3);
  expect(scene.leafOf.get(1)).toBe(scene.leafOf.get(41));
  const wires = scene.wires.map(({ source, target }) => `${source.id} ${target.id}`);
  expect(wires).toContain("=x =linear_1");
  expect(wires).toContain("=add_1 =y");
  expect(wires).not.toContain("=add_1 =linear_1");
});

test("opened to all, each layer is a node of its own", () => {
  const graph = stack({ layers: 12 });
  const { layout } = seen(graph, stackOpen(graph, "all"));
  expect(heads(layout).filter((one) => one.startsWith("layers."))).toHaveLength(12);
});

test("a node in a folded layer is opened to", () => {
  const graph = stack({ layers: 12 });
  const open = openedTo(outlineOf(graph).root, 42, new Map());
  const { scene } = seen(graph, open);
  expect(scene.leafOf.get(42)?.id).toBe(`=${graph.nodes[42]?.name}`);
});

test("at first no more is open than can be taken in", () => {
  const { root } = outlineOf(stack({ layers: 40, kinds: unlike(40) }));
  expect(leavesIn(root, openAtFirst(root, 50))).toBeLessThanOrEqual(50);
  expect(leavesIn(root, openAtFirst(root, 500))).toBe(40 * 4 + 3);
});

function noneOverlap(layout: Layout): boolean {
  const boxes = layout.placed.map((one) => [one.x, one.y, one.x + one.face.room, one.y + one.face.height] as const);
  return boxes.every((one, index) =>
    boxes.slice(index + 1).every(
      (other) => one[2] <= other[0] || other[2] <= one[0] || one[3] <= other[1] || other[3] <= one[1],
    ),
  );
}

const everything = (graph: GraphData): Map<string, Opening> => {
  const open = openAtFirst(outlineOf(graph).root, 10_000);
  return new Map([...open].map(([id, how]) => [id, how === "one" ? "all" : how]));
};

test("no node lies over another, and edges lead down from source to target", () => {
  const graph = stack({ layers: 7, odd: [1, 4] });
  const { scene, layout } = seen(graph, everything(graph));
  expect(noneOverlap(layout)).toBe(true);
  const top = new Map(layout.placed.map((one) => [one.leaf.id, one.y]));
  for (const { source, target } of scene.wires) {
    expect(top.get(source.id)).toBeLessThan(top.get(target.id) ?? 0);
  }
});

test("the same graph has the same picture", () => {
  const graph = stack({ layers: 7, odd: [1, 4] });
  const text = (): string => JSON.stringify(seen(graph, everything(graph)).layout.routes.map((one) => one.points));
  expect(text()).toBe(text());
});

test("the parts of a way meet at the borders of groups", () => {
  const graph = stack({ layers: 2 });
  const { layout } = seen(graph, stackOpen(graph, "one"));
  const parts = layout.routes.filter((one) => one.source.id === "=x" && one.targets.has("=linear_1"));
  expect(parts).toHaveLength(3);
  const ends = parts.map(wholeWay).map((one) => [one[0], one[one.length - 1]]);
  const starts = ends.map((one) => JSON.stringify(one[0]));
  // From one node, over two borders, to the other: two parts start where one ends.
  expect(ends.filter((one) => starts.includes(JSON.stringify(one[1])))).toHaveLength(2);
});

test("what is saved for backward has a mark with bytes, and no edge to the output", () => {
  const graph = graphOf(
    [input("x"), node("a", "f", [0]), node("b", "f", [1]), node("return", "return", [1, 2], { kind: "output" })],
    { saved: [{ name: "a", bytes: 2048 }] },
  );
  const { scene, layout } = seen(graph, new Map());
  expect(layout.placed.find((one) => one.leaf.id === "=a")?.face.stub?.text).toBe("saved 2.0 kB");
  const toOutput = scene.wires.filter((one) => one.target.id === "=return").map((one) => one.source.id);
  expect(toOutput).toEqual(["=b"]);
});

test("of the layer that is shown for all, a node tells its own bytes", () => {
  const graph = stack({ layers: 3 });
  graph.saved = [2, 6, 10].map((one) => ({ name: graph.nodes[one]!.name, bytes: 1000 }));
  const stubOf = (layout: Layout, look: string) =>
    layout.placed.find((one) => one.face.look === look && one.face.stub !== null)?.face.stub?.text;
  expect(stubOf(seen(graph, stackOpen(graph)).layout, "group")).toBe("3 saved 3.0 kB");
  expect(stubOf(seen(graph, stackOpen(graph, "one")).layout, "operator")).toBe("saved 1.0 kB");
});

test("of many inputs, a parameter is written in the operator that takes it", () => {
  const inputs = [...Array(9).keys()].map((one) => input(`primals_${one}`));
  const ids = input("primals_9", { type: "int64 [2]" });
  const graph = graphOf([...inputs, ids, node("y", "aten.embedding", [9, 0])]);
  const { scene, layout } = seen(graph, new Map());
  expect(scene.leafOf.has(0)).toBe(false);
  expect(scene.leafOf.has(9)).toBe(true);
  const lines = layout.placed.find((one) => one.leaf.id === "=y")?.face.lines.map((one) => one.text);
  expect(lines).toContain("primals_0 [2, 8]");
});
