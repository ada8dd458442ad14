// Ranks of a layered drawing: an edge leads down, from one rank to a later one.

import { at } from "./lists";

export interface Link {
  source: number;
  target: number;
}

export type Pin = "top" | "bottom" | null;

export interface Ranked {
  rank: number[];
  /** Vertices, each after those it takes. */
  order: number[];
  /** Positions of the links that would close a cycle. */
  back: Set<number>;
}

/** Ranks by the longest path; sources stand just above the first that takes them. */
export function ranked(pins: readonly Pin[], links: readonly Link[]): Ranked {
  const { order, back } = sorted(pins.length, links);
  const forward = links.filter((_, position) => !back.has(position));
  const above: number[][] = pins.map(() => []);
  const below: number[][] = pins.map(() => []);
  for (const { source, target } of forward) {
    at(above, target).push(source);
    at(below, source).push(target);
  }
  const first: number = pins.includes("top") ? 1 : 0;
  const rank: number[] = pins.map(() => first);
  for (const vertex of order) {
    const lowest = at(above, vertex).reduce((most, one) => Math.max(most, at(rank, one) + 1), first);
    rank[vertex] = pins[vertex] === "top" ? 0 : lowest;
  }
  for (const vertex of [...order].reverse()) {
    if (pins[vertex] !== null || at(above, vertex).length > 0) continue;
    const next = at(below, vertex).map((one) => at(rank, one));
    if (next.length > 0) rank[vertex] = Math.max(first, Math.min(...next) - 1);
  }
  const last = Math.max(0, ...rank.filter((_, vertex) => pins[vertex] !== "bottom")) + 1;
  pins.forEach((pin, vertex) => {
    if (pin === "bottom") rank[vertex] = last;
  });
  return { rank, order, back };
}

/** Sorts by depth first search, in the order given where links leave a choice. */
function sorted(count: number, links: readonly Link[]): { order: number[]; back: Set<number> } {
  const into: number[][] = Array.from({ length: count }, () => []);
  links.forEach((link, position) => at(into, link.target).push(position));
  const NEW = 0, OPEN = 1, DONE = 2;
  const state = new Uint8Array(count);
  const back = new Set<number>();
  const order: number[] = [];
  for (let start = 0; start < count; start += 1) {
    if (state[start] !== NEW) continue;
    const stack: [number, number][] = [[start, 0]];
    state[start] = OPEN;
    while (stack.length > 0) {
      const top = at(stack, stack.length - 1);
      const position = at(into, top[0])[top[1]];
      if (position === undefined) {
        state[top[0]] = DONE;
        order.push(top[0]);
        stack.pop();
        continue;
      }
      top[1] += 1;
      const source = at(links, position).source;
      if (state[source] === OPEN) back.add(position);
      else if (state[source] === NEW) {
        state[source] = OPEN;
        stack.push([source, 0]);
      }
    }
  }
  return { order, back };
}
