import type { GraphNode } from "../contract";
import { at } from "./lists";

/**
 * For each node of a module, how often the value it is made from has left the module
 * and come back.
 */
export function visitsOf(nodes: readonly GraphNode[], inside: readonly number[]): number[] {
  const first = inside[0];
  const last = inside[inside.length - 1];
  if (first === undefined || last === undefined) return [];
  const members = new Set(inside);
  // Even: in the module, at the visit of half the number; odd: outside, after it.
  const state = new Map<number, number>();
  for (let node = first; node <= last; node += 1) {
    const parity = members.has(node) ? 0 : 1;
    let reached = parity === 0 ? 0 : -1;
    for (const taken of at(nodes, node).takes) {
      const before = state.get(taken);
      if (before !== undefined) reached = Math.max(reached, before + ((before + parity) % 2));
    }
    if (reached >= 0) state.set(node, reached);
  }
  return inside.map((node) => (state.get(node) ?? 0) / 2);
}
