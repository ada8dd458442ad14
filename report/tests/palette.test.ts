// Text can be read on every ground it stands on, in light and in dark.
import { expect, test } from "vitest";
import graph from "../src/style/graph.css?raw";
import style from "../src/style.css?raw";

// Every colour stands once, as the pair of light and dark.
const PAIR = /--([\w-]+): (?:var\(--[\w-]+, )?light-dark\((#\w{6}), (#\w{6})\)/g;
const palette = new Map([...`${style}${graph}`.matchAll(PAIR)]
  .map(([, name = "", ...pair]) => [name, pair]));
const CODE = ["text", "kw", "str", "num", "com", "name", "type"];
const PAIRS: [string[], string[]][] = [
  [["text", "soft", "accent", "good", "warn", "bad"], ["bg", "panel"]],
  [CODE, ["bg", "covered", "linked", "selected", "broken"]],
  [["bg"], ["accent"]], // the current row of the tree
  [["accent", "text"], ["linked"]],
  [["text", "soft"], ["selected", "found"]],
  [["text"], ["g-node", "g-group", "g-output", "g-frame", "g-frame-in"]],
  [["soft"], ["g-node", "g-group", "g-frame"]],
  [["g-saved"], ["bg", "g-frame"]],
];

function light(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("no colour stands outside of the palette, and none twice", () => {
  const all = (text: string) => [...text.matchAll(/#[0-9a-f]{6}\b/gi)].length;
  expect(palette.size).toBeGreaterThan(20);
  expect(all(style) + all(graph)).toBe(2 * palette.size);
  expect(`${style}${graph}`).not.toContain("prefers-color-scheme");
});

test.each([["light", 0], ["dark", 1]] as const)("contrast is at least 4.5 in %s", (_, at) => {
  for (const [texts, grounds] of PAIRS)
    for (const text of texts)
      for (const ground of grounds) {
        const [a, b] = [text, ground].map((name) => light(palette.get(name)?.[at] ?? ""));
        const [low, high] = [Math.min(a ?? NaN, b ?? NaN), Math.max(a ?? NaN, b ?? NaN)];
        expect((high + 0.05) / (low + 0.05), `${text} on ${ground}`)
          .toBeGreaterThanOrEqual(4.5);
      }
});

test("no size of type is outside of the scale", () => {
  const sizes = [...style.matchAll(/font(?:-size)?: (?:\w+ )?(\d+)px/g)].map(([, size]) => size);
  expect([...new Set(sizes)].sort()).toEqual(["12", "13", "15", "20"]);
});
