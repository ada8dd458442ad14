// The module in which each node is drawn.

import type { GraphData } from "../contract";
import type { Inputs } from "./inputs";
import { at } from "./lists";
import { shared, steps } from "./paths";

// From an operator without a module, so many more of them are passed on the way to one.
const FAR = 3;

/** Returns the way to the module of each node; that of inputs is the one of their users. */
export function homesOf(graph: GraphData, users: readonly number[][], inputs: Inputs): string[][] {
  const homes = graph.nodes.map((node) => steps(node.module));
  if (graph.backward || graph.stage.startsWith("Joint")) adopt(graph, users, homes);
  graph.nodes.forEach((node, position) => {
    if (node.kind !== "input" || inputs.atTop.has(position)) return;
    homes[position] = commonWay(at(users, position).map((user) => at(homes, user)));
  });
  return homes;
}

function commonWay(ways: readonly string[][]): string[] {
  const first = ways[0] ?? [];
  return first.slice(0, Math.min(first.length, ...ways.map((way) => shared(first, way))));
}

/**
 * Sums of gradients belong to no module: autograd makes them. They are drawn in the
 * module that all they are made from, and all that takes them, is in.
 */
function adopt(graph: GraphData, users: readonly number[][], homes: string[][]): void {
  const isHomeless = (position: number): boolean =>
    at(graph.nodes, position).kind === "operator" && at(homes, position).length === 0;
  const isInModule = (position: number): boolean => at(homes, position).length > 0;
  const takers = (position: number, far: number): number[] =>
    at(users, position).flatMap((user) => {
      if (isInModule(user)) return [user];
      return far > 0 && isHomeless(user) ? takers(user, far - 1) : [];
    });
  graph.nodes.forEach((node, position) => {
    if (!isHomeless(position)) return;
    const above = node.takes.filter(isInModule);
    const below = takers(position, FAR);
    if (above.length === 0 || below.length === 0) return;
    homes[position] = commonWay([...above, ...below].map((one) => at(homes, one)));
  });
}
