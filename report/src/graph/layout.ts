// Places of all that is seen: each open group is drawn on its own, and is one piece of
// the group around it. Where a value enters or leaves a group it has a port.

import type { Face } from "./faces";
import { widthOf } from "./faces";
import { layered } from "./layered";
import type { Joint, Piece, Point, Way } from "./layered";
import { at } from "./lists";
import { isBox } from "./scene";
import type { Box, Item, Leaf, Scene } from "./scene";

export interface Placed {
  leaf: Leaf;
  face: Face;
  x: number;
  y: number;
}

export interface Frame {
  box: Box;
  depth: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A part of the way of a value. */
export interface Route {
  source: Leaf;
  /** Those it leads to. */
  targets: Set<string>;
  points: Point[];
  /** The way whose trunk this one continues; how many of its own points are trunk. */
  after: Route | null;
  trunk: number;
  /** Ends at what takes the value, and not at the border of a group. */
  arrow: boolean;
}

export interface Layout {
  placed: Placed[];
  frames: Frame[];
  routes: Route[];
  width: number;
  height: number;
}

const HEADER = 26;
const PADDING = 14;
const BUTTONS = 96;
export const MARGIN = 12;

/** A link of one group, between its items and its ports. */
interface Inner {
  source: string;
  target: string;
  value: Leaf;
  targets: Set<string>;
  arrow: boolean;
}

interface Level {
  inner: Map<string, Inner>;
  entries: Set<string>;
  exits: Set<string>;
}

interface Sketch {
  width: number;
  height: number;
  items: { item: Item; x: number; y: number; face: Face | null; sketch: Sketch | null }[];
  routes: { inner: Inner; way: Way }[];
  /** Where ports are, from the left. */
  ports: Map<string, number>;
}

const entry = (leaf: Leaf): string => `>${leaf.id}`;
const exit = (leaf: Leaf): string => `<${leaf.id}`;

/** Places what is seen; `face` tells how a leaf looks. */
export function layoutOf(scene: Scene, face: (leaf: Leaf) => Face): Layout {
  const levels = levelsOf(scene);
  const sketch = sketchOf(scene.root, levels, face);
  const layout: Layout = {
    placed: [],
    frames: [],
    routes: [],
    width: sketch.width + 2 * MARGIN,
    height: sketch.height + 2 * MARGIN,
  };
  place(sketch, MARGIN, MARGIN, 0, layout);
  return layout;
}

function levelsOf(scene: Scene): Map<string, Level> {
  const levels = new Map<string, Level>();
  const levelOf = (box: Box): Level => {
    const found = levels.get(box.id) ?? { inner: new Map(), entries: new Set(), exits: new Set() };
    levels.set(box.id, found);
    return found;
  };
  const add = (box: Box, source: string, target: string, value: Leaf, end: Leaf, arrow: boolean): void => {
    const key = JSON.stringify([source, target, value.id, arrow]);
    const { inner } = levelOf(box);
    const found = inner.get(key) ?? { source, target, value, targets: new Set(), arrow };
    found.targets.add(end.id);
    inner.set(key, found);
  };
  for (const { source, target } of scene.wires) {
    const up = scene.around.get(source.id) ?? [];
    const down = scene.around.get(target.id) ?? [];
    let common = 0;
    while (common + 1 < up.length && up[common + 1] !== undefined && up[common + 1] === down[common + 1]) {
      common += 1;
    }
    let from: string = source.id;
    for (const box of up.slice(common + 1).reverse()) {
      levelOf(box).exits.add(exit(source));
      add(box, from, exit(source), source, target, false);
      from = box.id;
    }
    let to: string = target.id;
    for (const box of down.slice(common + 1).reverse()) {
      levelOf(box).entries.add(entry(source));
      add(box, entry(source), to, source, target, to === target.id);
      to = box.id;
    }
    const shared = up[common];
    if (shared !== undefined) add(shared, from, to, source, target, to === target.id);
  }
  return levels;
}

function sketchOf(box: Box, levels: Map<string, Level>, face: (leaf: Leaf) => Face): Sketch {
  const level = levels.get(box.id) ?? { inner: new Map<string, Inner>(), entries: new Set<string>(), exits: new Set<string>() };
  const parts = box.items.map((item) =>
    isBox(item)
      ? { item, face: null, sketch: sketchOf(item, levels, face) }
      : { item, face: face(item), sketch: null },
  );
  const pieces: Piece[] = parts.map(pieceOf);
  const positions = new Map(parts.map((one, position) => [one.item.id, position]));
  const ports = [...level.entries, ...level.exits];
  for (const port of ports) {
    positions.set(port, pieces.length);
    pieces.push({ width: 10, height: 0, middle: 5, pin: level.entries.has(port) ? "top" : "bottom" });
  }
  const inner = [...level.inner.values()];
  const joints = inner.map((one): Joint => ({
    source: positions.get(one.source) ?? 0,
    target: positions.get(one.target) ?? 0,
    key: one.value.id,
    from: portOffset(parts[positions.get(one.source) ?? 0], exit(one.value)),
    to: portOffset(parts[positions.get(one.target) ?? 0], entry(one.value)),
  }));
  const drawn = layered(pieces, joints);
  const isRoot = box.id === "";
  const left = isRoot ? 0 : PADDING;
  // Ports stand on the border: the gap to the first rank is the room of the title.
  const top = isRoot || level.entries.size > 0 ? 0 : HEADER + 6;
  const bottom = isRoot || level.exits.size > 0 ? 0 : PADDING;
  const title = isRoot ? 0 : widthOf(box.part.title, "head") + BUTTONS;
  const width = Math.max(drawn.width + 2 * left, title);
  const dx = left + (width - 2 * left - drawn.width) / 2;
  const height = drawn.height + top + bottom;
  return {
    width,
    height,
    items: parts.map((one, position) => ({
      ...one,
      x: at(drawn.x, position) + dx,
      y: at(drawn.y, position) + top,
    })),
    routes: inner.map((one, position) => ({
      inner: one,
      way: movedBy(at(drawn.ways, position), dx, top),
    })),
    ports: new Map(ports.map((port) => [port, at(drawn.x, positions.get(port) ?? 0) + 5 + dx])),
  };
}

function pieceOf(part: { face: Face | null; sketch: Sketch | null }): Piece {
  if (part.sketch !== null) {
    const { width, height } = part.sketch;
    return { width, height, middle: width / 2, pin: null };
  }
  const face = part.face;
  if (face === null) throw new TypeError("neither open nor closed");
  const pin = face.look === "output" ? "bottom" : null;
  return { width: face.room, height: face.height, middle: face.width / 2, pin };
}

/** From the middle of an open group to its port; other pieces have theirs in the middle. */
function portOffset(part: { sketch: Sketch | null } | undefined, port: string): number {
  const sketch = part?.sketch ?? null;
  if (sketch === null) return 0;
  return (sketch.ports.get(port) ?? sketch.width / 2) - sketch.width / 2;
}

function place(sketch: Sketch, x: number, y: number, depth: number, layout: Layout): void {
  for (const one of sketch.items) {
    const [left, top] = [one.x + x, one.y + y];
    if (one.sketch !== null && isBox(one.item)) {
      const { width, height } = one.sketch;
      layout.frames.push({ box: one.item, depth, x: left, y: top, width, height });
      place(one.sketch, left, top, depth + 1, layout);
    } else if (one.face !== null && !isBox(one.item)) {
      layout.placed.push({ leaf: one.item, face: one.face, x: left, y: top });
    }
  }
  const routes = sketch.routes.map(({ inner, way }): Route => {
    const { points, trunk } = movedBy(way, x, y);
    return { source: inner.value, targets: inner.targets, points, after: null, trunk, arrow: inner.arrow };
  });
  sketch.routes.forEach(({ way }, position) => {
    if (way.after !== null) at(routes, position).after = at(routes, way.after);
  });
  layout.routes.push(...routes);
}

function movedBy(way: Way, dx: number, dy: number): Way {
  return { ...way, points: way.points.map(([x, y]): Point => [x + dx, y + dy]) };
}

/** All points of a way, with the trunk that it shares with others. */
export function wholeWay(route: Route): Point[] {
  const parts = [route.points];
  for (let one = route.after; one !== null; one = one.after) parts.push(one.points.slice(0, one.trunk));
  return parts.reverse().flat();
}
