import { expect, test } from "vitest";
import { treemap } from "../src/treemap";
import { blockOf } from "../src/panels/memory";
import { labelOf, labelsOf, namesOf, withoutCommon } from "../src/treemapNames";

test("areas are as the sizes, nothing overlaps, all is filled", () => {
  const sizes = [60, 60, 40, 30, 20, 10, 5, 1];
  const tiles = treemap(sizes, 1.6);
  const all = sizes.reduce((a, b) => a + b);
  tiles.forEach(({ width, height }, at) => {
    expect(width * height).toBeCloseTo((sizes[at] ?? 0) / all, 9);
  });
  for (const one of tiles) for (const other of tiles) {
    if (one === other) continue;
    const over = (a: "x" | "y", b: "width" | "height") =>
      Math.min(one[a] + one[b], other[a] + other[b]) - Math.max(one[a], other[a]);
    expect(Math.min(over("x", "width"), over("y", "height"))).toBeLessThan(1e-9);
  }
});

test("nothing at all has no areas", () => {
  expect(treemap([], 2)).toEqual([]);
});

test("the first part that most paths have is left out, the index is not", () => {
  const paths = ["model.layers[0].mlp", "model.layers[1].mlp", "lm_head", "Net.forward (own code)"];
  const all = [...paths, "model.norm"];
  expect(all.map(withoutCommon(all)))
    .toEqual(["layers[0].mlp", "layers[1].mlp", "lm_head", "Net.forward (own code)", "norm"]);
  expect(["a.b", "c.d"].map(withoutCommon(["a.b", "c.d"]))).toEqual(["a.b", "c.d"]);
});

const ROOM = { width: 108, height: 44, letter: 10 }; // ten letters, three lines

test("a name that has no room whole may be its end, with the number of its layer", () => {
  const paths = ["layers[3].post_attention_layernorm", "layers[3]", "norm", "net.head", "Net.forward (own code)"];
  expect(paths.map(namesOf(paths))).toEqual([
    ["layers[3].post_attention_layernorm", "[3].post_attention_layernorm"], ["layers[3]", "[3]"], ["norm"],
    ["net.head", "head"], ["Net.forward (own code)"]]);
});

test("an end that leaves open which of two lists or modules it is of is no name", () => {
  const lists = ["up[8].norm1", "down[0].norm1", "down[0]"];
  expect(lists.map(namesOf(lists))).toEqual([["up[8].norm1"], ["down[0].norm1"], ["down[0]"]]);
  expect(["a.head", "b.head"].map(namesOf(["a.head", "b.head"]))).toEqual([["a.head"], ["b.head"]]);
});

test("a label is a whole name in lines that end between words, or nothing", () => {
  expect(labelOf(["up[8].norm1"], "1.3 MB", ROOM)).toEqual({ lines: ["up[8].", "norm1"], hasSize: true });
  expect(labelOf(["input_layernorm"], "1.3 MB", ROOM)).toEqual({ lines: ["input_", "layernorm"], hasSize: true });
  expect(labelOf(["own code of f"], "1.3 MB", { ...ROOM, height: 30 }))
    .toEqual({ lines: ["own code", "of f"], hasSize: false });
  expect(labelOf(["embeddings_of"], "1.3 MB", ROOM).lines).toEqual([]);
  expect(labelOf(["layers[3].attention", "[3].attn"], "1.3 MB", { ...ROOM, height: 16 }).lines).toEqual(["[3].attn"]);
  expect(labelOf(["a[8]", "[8]"], "1.3 MB", { ...ROOM, width: 8 }).lines).toEqual([]);
  expect(labelOf(["layers[3].feed_forward_x", "[3].attn"], "1.3 MB", ROOM).lines).toEqual(["[3].attn"]);
});

test("where one of a list leaves out the list's name, all of it do", () => {
  const paths = ["layers[0].mlp", "layers[3].mlp.gate_proj", "norm"];
  const lines = (...widths: number[]) => labelsOf(paths.map((path, at) => ({
    names: namesOf(paths)(path), size: "1 MB", room: { ...ROOM, width: widths[at] ?? 0 } })))
    .map((one) => one.lines.join(" "));
  expect(lines(208, 308, 108)).toEqual(["layers[0].mlp", "layers[3].mlp.gate_proj", "norm"]);
  // A third line has room, a shorter letter not.
  expect(lines(208, 108, 108)).toEqual(["layers[0].mlp", "layers[3]. mlp.gate_ proj", "norm"]);
  const flat = ["layers[0].mlp", "layers[1]", "norm"];
  expect(labelsOf(flat.map((path) => ({ names: namesOf(flat)(path), size: "1 MB", room: { ...ROOM, height: 16 } })))
    .map((one) => one.lines.join(" "))).toEqual(["[0].mlp", "[1]", "norm"]);
  expect(["up[0]", "up[1]"].map(namesOf(["up[0]", "up[1]"]))).toEqual([["up[0]"], ["up[1]"]]);
});

test("a block is the outermost list element of a path", () => {
  expect(["up[8].conv1", "model.layers[3].experts[0].w1", "norm.weight", "up[8]", "f (own code)"].map(blockOf))
    .toEqual(["up[8]", "model.layers[3]", "norm.weight", "up[8]", "f (own code)"]);
});
