// Layers that alternate are one group, of which one repeat is shown.
import { expect, test } from "vitest";
import { Faces } from "../src/graph/faces";
import { marksOf } from "../src/graph/marks";
import type { Part } from "../src/graph/outline";
import { outlineOf } from "../src/graph/outline";
import { repeatsIn } from "../src/graph/repeats";
import type { Leaf, Opening } from "../src/graph/scene";
import { openedTo, sceneOf } from "../src/graph/scene";
import { stack } from "./graph_samples";

/** `2×ab c`: how a sequence is cut. */
const cut = (text: string): string => repeatsIn([...text].map((one) => one.charCodeAt(0)))
  .map(({ start, period, times }) =>
    `${times > 1 ? `${times}×` : ""}${text.slice(start, start + period)}`).join(" ");

test.each([
  ["", ""],
  ["a", "a"],
  ["aaaa", "4×a"],
  ["ababab", "3×ab"],
  ["abcabc", "2×abc"],
  ["aaabaaab", "2×aaab"],
  ["xababy", "x 2×ab y"],
  ["abababa", "3×ab a"],
  ["aababab", "a 3×ab"],
  ["abac", "a b a c"],
  ["abcab", "a b c a b"],
  ["aaabaa", "3×a b 2×a"],
  ["abba", "a 2×b a"],
  ["aabbaabb", "2×aabb"],
  ["ababcdcd", "2×ab 2×cd"],
])("%s is cut as %s", (text, expected) => expect(cut(text)).toBe(expected));

test("whatever is cut comes to all of the sequence", () => {
  const text = Array.from({ length: 1000 }, (_, at) => "abcd"[(at * at) % 7 % 4]).join("");
  const parts = repeatsIn([...text].map((one) => one.charCodeAt(0)));
  expect(parts.map(({ start, period, times }) =>
    text.slice(start, start + period).repeat(times)).join("")).toBe(text);
  expect(repeatsIn(new Array<number>(2000).fill(1))).toHaveLength(1);
});

const drawn = (kinds: string) => {
  const graph = stack({ layers: kinds.length, kinds });
  return { graph, outline: outlineOf(graph) };
};
const model = (root: Part): Part => root.parts[0]!;
const parts = (kinds: string): string[] => {
  const { root } = drawn(kinds).outline;
  const only = model(root);
  return (only.members.length > 0 ? [only] : only.parts).map((one) =>
    one.members.length > 0 ? `${one.title} ×${one.members.length}` : one.title);
};

test("alternating layers are one part, whatever stands before and after them", () => {
  expect(parts("abababab")).toEqual(["layers.0 … layers.7 ×4"]);
  expect(parts("xabcabcy")).toEqual(["layers.0", "layers.1 … layers.6 ×2", "layers.7"]);
  expect(parts("abac")).toEqual(["layers.0", "layers.1", "layers.2", "layers.3"]);
});

test("a repeat holds its layers, equal ones among them folded again", () => {
  const fold = model(model(drawn("aaabaaab").outline.root));
  expect(fold.members.map((one) => one.title)).toEqual(["layers.0 … layers.3", "layers.4 … layers.7"]);
  for (const member of fold.members) {
    expect(member.parts.map((one) => one.members.length)).toEqual([3, 0]);
    expect(member.nodes).toHaveLength(16);
  }
  expect(fold.period).toBe(4);
});

test("repeats that differ in what their layers take from each other are not equal", () => {
  const { graph } = drawn("ababab");
  // The last layer takes what is before the repeat instead of the layer before it.
  const ends = (layer: number) =>
    graph.nodes.findIndex(({ module }) => module === `self.model.layers.${layer}`);
  for (const one of graph.nodes.filter(({ module }) => module.includes("layers.5"))) {
    one.takes = one.takes.map((taken) => taken === ends(4) ? ends(3) : taken);
    one.label = one.label.replace(graph.nodes[ends(4)]!.name, graph.nodes[ends(3)]!.name);
  }
  const only = model(outlineOf(graph).root);
  expect(only.parts.map((one) => one.title))
    .toEqual(["layers.0 … layers.3", "layers.4", "layers.5"]);
});

test("what lights up in one repeat lights up in the one that is shown", () => {
  const { graph, outline } = drawn("aabaab");
  const open = new Map<string, Opening>();
  const openAll = (part: Part): void => {
    open.set(part.id, part.members.length > 0 ? "one" : "module");
    [...part.parts, ...part.members].forEach(openAll);
  };
  outline.root.parts.forEach(openAll);
  const scene = sceneOf(graph, outline, open);
  const act = (layer: number): Leaf => scene.leafOf.get(graph.nodes.findIndex(
    ({ module }) => module === `self.model.layers.${layer}.act`))!;
  expect(act(3)).toBe(act(0));
  expect(act(4)).toBe(act(0));
  expect(act(5)).toBe(act(2));
  expect(act(2)).not.toBe(act(0));
  // Nothing leads back, neither from repeat to repeat nor from layer to layer within one.
  const place = new Map([...scene.leafOf.values()].map((leaf) => [leaf.id, leaf.node]));
  for (const { source, target } of scene.wires)
    expect(place.get(source.id), `${source.id} ${target.id}`).toBeLessThan(place.get(target.id)!);
});

test("a node of another repeat is found by opening all of them", () => {
  const { graph, outline } = drawn("ababab");
  const node = graph.nodes.findIndex(({ module }) => module === "self.model.layers.3.act");
  const scene = sceneOf(graph, outline, openedTo(outline.root, node, new Map()));
  expect(scene.leafOf.get(node)?.node).toBe(node);
  expect(scene.leafOf.get(node)?.part).toBeNull();
});

test("closed, repeats tell how many there are and of how many layers", () => {
  const { graph, outline } = drawn("ababab");
  const scene = sceneOf(graph, outline, new Map([[outline.root.parts[0]!.id, "module"]]));
  const fold = [...scene.leafOf.values()].find(({ part }) => (part?.period ?? 0) > 1)!;
  const lines = new Faces(graph, marksOf(graph, null), outline.inputs).of(fold).lines;
  expect(lines.map((one) => one.text).slice(0, 2))
    .toEqual(["layers.0 … layers.5 ×3", "2 layers, 8 operators each"]);
});
