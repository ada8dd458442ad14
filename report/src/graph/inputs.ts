// Which inputs are drawn, and which are written in the operator that takes them.

import type { GraphData, GraphNode } from "../contract";
import { at } from "./lists";

// With as many inputs, most are parameters under the names of lowered graphs.
const FEW = 4;
const RETURNED_AS_EDGES = 4;
const NEVER_A_PARAMETER = /^(?:int|uint|bool|[ui]\d|b8)/;
const GRADIENT = /^tangents?_/;

/** Positions of the nodes that take each node. */
export function usersOf(nodes: readonly GraphNode[]): number[][] {
  const users: number[][] = nodes.map(() => []);
  nodes.forEach((node, position) => {
    for (const taken of new Set(node.takes)) users[taken]?.push(position);
  });
  return users;
}

/** What backward takes is what was saved, of any type, and gradients. */
function isQuiet(node: GraphNode, backward: boolean): boolean {
  return !GRADIENT.test(node.name) && (backward || !NEVER_A_PARAMETER.test(node.type));
}

export interface Inputs {
  /** For an input that is written in its only user: the user. */
  writtenIn: Map<number, number>;
  /** Inputs that stay at the top, whoever takes them. */
  atTop: Set<number>;
}

/** Divides the inputs of a graph. */
export function inputsOf(graph: GraphData, users: readonly number[][]): Inputs {
  const nodes = graph.nodes;
  const inputs = nodes.flatMap((node, position) => (node.kind === "input" ? [position] : []));
  const few = inputs.length <= FEW;
  const result: Inputs = { writtenIn: new Map(), atTop: new Set() };
  for (const input of inputs) {
    const mine = at(users, input).filter((user) => at(nodes, user).kind === "operator");
    if (few || !isQuiet(at(nodes, input), graph.backward) || mine.length === 0) result.atTop.add(input);
    else if (mine.length === 1) result.writtenIn.set(input, at(mine, 0));
  }
  return result;
}

/**
 * What the output takes without an edge: what is saved for backward has a mark of its
 * own, and of many results each is marked as returned.
 */
export function withoutEdgeToOutput(graph: GraphData): Set<number> {
  const saved = new Set(graph.saved.map((one) => one.name));
  const result = new Set<number>();
  for (const output of graph.nodes.filter((node) => node.kind === "output")) {
    const returned = output.takes.filter((one) => !saved.has(at(graph.nodes, one).name));
    for (const one of output.takes) {
      const kept = returned.includes(one) && returned.length <= RETURNED_AS_EDGES;
      if (!kept) result.add(one);
    }
  }
  return result;
}
