// From node to node with the keys.

import type { Layout, Placed } from "./layout";
import type { Scene } from "./scene";

export type Direction = "up" | "down" | "left" | "right";

export const DIRECTIONS: Record<string, Direction> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

/**
 * Returns where an arrow key leads: up and down along edges, left and right to what
 * stands beside.
 */
export function neighbourOf(
  scene: Scene,
  layout: Layout,
  id: string,
  direction: Direction,
): string | null {
  const here = layout.placed.find((one) => one.leaf.id === id);
  if (here === undefined) return layout.placed[0]?.leaf.id ?? null;
  const vertical = direction === "up" || direction === "down";
  const linked = vertical ? linkedWith(scene, layout, here, direction) : [];
  const others = linked.length > 0 ? linked : beside(layout, here, direction);
  return nearest(here, others)?.leaf.id ?? null;
}

function linkedWith(scene: Scene, layout: Layout, here: Placed, direction: Direction): Placed[] {
  const ids = new Set(
    scene.wires.flatMap(({ source, target }) => {
      if (direction === "down") return source.id === here.leaf.id ? [target.id] : [];
      return target.id === here.leaf.id ? [source.id] : [];
    }),
  );
  return layout.placed.filter((one) => ids.has(one.leaf.id));
}

function beside(layout: Layout, here: Placed, direction: Direction): Placed[] {
  const middle = (one: Placed): [number, number] => [one.x + one.face.width / 2, one.y + one.face.height / 2];
  const [x, y] = middle(here);
  const horizontal = layout.placed.filter((one) => {
    const [left, top] = middle(one);
    if (direction === "up") return top < y;
    if (direction === "down") return top > y;
    if (Math.abs(top - y) > one.face.height / 2 + here.face.height / 2) return false;
    return direction === "left" ? left < x : left > x;
  });
  return horizontal;
}

function nearest(here: Placed, others: readonly Placed[]): Placed | undefined {
  const distance = (one: Placed): number => {
    const dx = one.x + one.face.width / 2 - here.x - here.face.width / 2;
    const dy = one.y - here.y;
    return dx * dx + dy * dy;
  };
  return [...others].sort((one, other) => distance(one) - distance(other))[0];
}
