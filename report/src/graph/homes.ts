// The module in which each node is drawn.

import type { GraphData } from "../contract";
import type { Inputs } from "./inputs";
import { kindOf } from "./labels";
import { at } from "./lists";
import { shared, steps } from "./paths";

// From an operator without a module, so many more of them are passed on the way to one.
const FAR = 1;

/** Returns the way to the module of each node; that of inputs is the one of their users. */
export function homesOf(graph: GraphData, users: readonly number[][], inputs: Inputs): string[][] {
  const homes = graph.nodes.map((node) => steps(node.home ?? node.module));
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
 * Sums of gradients belong to no module: autograd makes them. Between two parts of a
 * module they are drawn in it, or the module would be left and entered again; else in
 * the module that all they are made from is in.
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
    if (!isHomeless(position) || kindOf(node.label) !== "add") return;
    const above = node.takes.filter(isInModule);
    const below = takers(position, FAR);
    const from = commonWay(above.map((one) => at(homes, one)));
    homes[position] = from;
    for (const one of above) {
      for (const other of below) {
        const common = commonWay([at(homes, one), at(homes, other)]);
        if (common.length > at(homes, position).length) homes[position] = common;
      }
    }
  });
}
