import { expect, test } from "vitest";
import type { Face } from "../src/graph/faces";
import { firstCamera, fitted, isTooLarge } from "../src/graph/firstView";
import type { Layout, Placed } from "../src/graph/layout";

const VIEW = { width: 500, height: 400 };
/** Nodes of 100 by 30 at places. */
function drawn(width: number, height: number, ...at: [x: number, y: number][]): Layout {
  const face = { width: 100, room: 100, height: 30 } as Face;
  const placed = at.map(([x, y], node) => ({ x, y, face, leaf: { node } }) as Placed);
  return { width, height, placed, frames: [], routes: [] };
}
const left = (layout: Layout): number => -firstCamera(layout, VIEW).x;

test("a graph that the view has room for is in its middle", () => {
  expect(firstCamera(drawn(300, 200, [12, 12]), VIEW)).toEqual({ zoom: 1, x: 100, y: 0 });
});

test("of a wide graph the first node is in view, and no node is cut at the left", () => {
  const wide = drawn(3000, 900, [1500, 12], [1450, 100], [12, 200], [2800, 200]);
  const { zoom, x } = firstCamera(wide, VIEW);
  const seen = wide.placed.map((one) => [one.x * zoom + x, (one.x + 100) * zoom + x] as const);
  expect(seen[0]?.[0]).toBeGreaterThanOrEqual(0);
  expect(seen[0]?.[1]).toBeLessThanOrEqual(VIEW.width);
  expect(seen.filter(([from, to]) => from < 0 && to > 0)).toEqual([]);
});

test("a first node that is far from all others is left out, so that the view is filled", () => {
  const column = [100, 150, 200, 250, 300].map((y) => [600, y] as [number, number]);
  const wide = drawn(3000, 2500, [2800, 12], [2790, 84], ...column, [12, 84]);
  const { zoom, x, y } = firstCamera(wide, VIEW);
  expect(100 * zoom + y).toBeLessThan(20);
  const isWhole = (one: Placed): boolean => one.x * zoom + x >= 0 && (one.x + 100) * zoom + x <= VIEW.width;
  expect(wide.placed.map(isWhole)).toEqual([false, false, ...column.map(() => true), false]);
});

test("a view with the first nodes and nothing below them gives way to one with more nodes", () => {
  const wide = drawn(3000, 2500, [2800, 12], [2790, 84], [2690, 84], ...[84, 160, 240, 320].map((y) => [600, y] as [number, number]));
  expect(left(wide)).toBeLessThan(600);
  const below = drawn(3000, 2500, ...wide.placed.map(({ x, y }) => [x, y] as [number, number]), [2800, 300]);
  expect(left(below)).toBeGreaterThan(2000);
});

test("a graph is a little smaller if its first nodes are then whole", () => {
  // Wherever the view begins, it cuts one of those below the first node.
  const below = [60, 130, 200, 270, 340, 410, 480].map((x, row) => [x, 60 + 40 * row] as [number, number]);
  const wide = drawn(3000, 900, [560, 12], ...below);
  const { zoom, x } = firstCamera(wide, VIEW);
  expect(zoom).toBeLessThan(0.85);
  expect(60 * zoom + x).toBeGreaterThanOrEqual(0);
  expect(660 * zoom + x).toBeLessThanOrEqual(VIEW.width);
});

test("a graph is a little smaller if a node at the right is then whole", () => {
  const wide = drawn(660, 3000, [12, 12], [540, 12], [12, 2900]);
  const { zoom, x } = firstCamera(wide, VIEW);
  expect(zoom).toBe(0.75);
  expect(640 * zoom + x).toBeLessThanOrEqual(VIEW.width);
});

test("a graph that can be read whole is seen whole", () => {
  expect(firstCamera(drawn(400, 560, [12, 12], [12, 520]), VIEW).zoom).toBeCloseTo(400 / 560);
});

test("where no size is whole, the largest of those that cut the fewest is taken", () => {
  const row = [...Array(40).keys()].map((at) => [12 + 110 * at, 12] as [number, number]);
  expect(firstCamera(drawn(4500, 3000, ...row), VIEW).zoom).toBeGreaterThanOrEqual(0.65);
});

test("a wide graph that begins at its left is seen from there", () => {
  expect(left(drawn(3000, 900, [12, 12], [300, 100], [2800, 200]))).toBe(0);
});

test("what fits is seen whole, what is too large from its beginning and to be read", () => {
  const small = drawn(800, 500, [12, 12]);
  expect(fitted(small, VIEW).zoom).toBeCloseTo(500 / 800);
  expect(isTooLarge(small, VIEW)).toBe(false);
  const large = drawn(9000, 50_000, [4000, 12]);
  const { zoom, x } = fitted(large, VIEW);
  expect(zoom).toBeGreaterThan(0.4);
  expect(4000 * zoom + x).toBeGreaterThanOrEqual(0);
  expect(isTooLarge(large, VIEW)).toBe(true);
});
