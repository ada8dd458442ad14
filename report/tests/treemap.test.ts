import { expect, test } from "vitest";
import { treemap } from "../src/treemap";
import { endOf, withoutCommon } from "../src/ui/Treemap";

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

test("a small area names the end of a path, with the number of its layer", () => {
  expect(["layers[3].post_attention_layernorm", "layers[3]", "norm", "net.head", "Net.forward (own code)"]
    .map(endOf)).toEqual(["[3].post_attention_layernorm", "layers[3]", "norm", "head", "Net.forward (own code)"]);
});
